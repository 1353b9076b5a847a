import { invalidRequest } from './api-error.ts'
import type { Api } from './api-server.ts'
import type { EventLog } from './event-log.ts'
import type { Ledger } from './ledger.ts'
import { pageOf, readPaging } from './listing.ts'
import { newPrice, newProduct } from './resources.ts'
import { idOf, nowSeconds, type Price, type Product } from './wire.ts'

const INTERVALS = ['day', 'week', 'month', 'year'] as const

/** Products and prices. A lookup key belongs to one price at a time. */
export function catalogueApi(api: Api, { ledger, events }: { ledger: Ledger; events: EventLog }): void {
  api.on('POST', '/v1/products', ({ params }) => {
    const fields = {
      id: params.text('id') ?? null,
      name: params.required('name'),
      active: params.flag('active') ?? true,
      description: params.text('description') ?? null,
      metadata: params.metadata(),
    }
    params.ignore('type', 'tax_code', 'statement_descriptor', 'unit_label')
    params.finish()
    if (fields.id !== null && ledger.any(fields.id)) {
      throw invalidRequest(`Product already exists with ID ${fields.id}.`, 'id', 'resource_already_exists')
    }
    const product = ledger.put(newProduct(fields))
    events.note('product.created', product)
    return product
  })

  api.on('GET', '/v1/products', ({ params }) => {
    const active = params.flag('active')
    const ids = params.has('ids') ? params.texts('ids') : null
    const created = params.range('created')
    const paging = readPaging(params)
    params.finish()
    const products = ledger
      .all('product')
      .filter(
        (product) =>
          (active === undefined || product.active === active) &&
          (ids === null || ids.includes(product.id)) &&
          (created === null || created.includes(product.created)),
      )
    return pageOf(products, '/v1/products', paging)
  })

  api.on('GET', '/v1/products/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('product', id)
  })

  api.on('POST', '/v1/products/:id', ({ params, id }) => {
    const before = ledger.get('product', id)
    const description = params.text('description')
    const defaultPrice = params.text('default_price')
    const change: Partial<Product> = {
      name: params.text('name') ?? before.name,
      active: params.flag('active') ?? before.active,
      description: description === undefined ? before.description : description,
      default_price: defaultPrice === undefined ? before.default_price : defaultPrice,
      metadata: params.metadata(before.metadata),
      updated: nowSeconds(),
    }
    params.ignore('tax_code', 'statement_descriptor', 'unit_label')
    params.finish()
    const product = ledger.put<Product>({ ...before, ...change })
    events.note('product.updated', product, before)
    return product
  })

  api.on('POST', '/v1/prices', ({ params }) => {
    const recurring = params.child('recurring')
    const lookupKey = params.text('lookup_key') ?? null
    const takesKey = params.flag('transfer_lookup_key') ?? false
    const ownProduct = params.text('product') ?? null
    const productData = params.has('product_data') ? params.child('product_data') : null
    const newProductFields = productData && {
      id: productData.text('id') ?? null,
      name: productData.required('name'),
      active: productData.flag('active') ?? true,
      description: null,
      metadata: productData.metadata(),
    }
    const unitAmount = params.integer('unit_amount')
    const interval = recurring.choice('interval', INTERVALS)
    const fields = {
      active: params.flag('active') ?? true,
      currency: params.required('currency').toLowerCase(),
      recurring: interval ? { interval, intervalCount: recurring.integer('interval_count', { min: 1 }) ?? 1 } : null,
      lookupKey,
      nickname: params.text('nickname') ?? null,
      metadata: params.metadata(),
    }
    recurring.choice('usage_type', ['licensed'])
    params.choice('billing_scheme', ['per_unit'])
    params.ignore('tax_behavior')
    params.finish()
    if (unitAmount === undefined) {
      throw invalidRequest('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing')
    }
    if (params.has('recurring') && !interval) {
      throw invalidRequest('Missing required param: recurring[interval].', 'recurring[interval]', 'parameter_missing')
    }
    let product = ownProduct === null ? null : ledger.get('product', ownProduct, 'product')
    if (newProductFields) {
      product = ledger.put(newProduct(newProductFields))
      events.note('product.created', product)
    }
    if (!product) {
      throw invalidRequest(
        'You must specify either `product` or `product_data` when creating a price.',
        'product',
        'parameter_missing',
      )
    }
    claimLookupKey(lookupKey, takesKey, null)
    const price = ledger.put(newPrice({ ...fields, unitAmount, product: product.id }))
    events.note('price.created', price)
    return price
  })

  api.on('GET', '/v1/prices', ({ params }) => {
    const lookupKeys = params.has('lookup_keys') ? params.texts('lookup_keys') : null
    const active = params.flag('active')
    const product = params.text('product')
    const currency = params.text('currency')
    const type = params.choice('type', ['one_time', 'recurring'])
    const created = params.range('created')
    const paging = readPaging(params)
    params.finish()
    if (lookupKeys && lookupKeys.length > 10) {
      throw invalidRequest('Array lookup_keys exceeded maximum 10 allowed elements.', 'lookup_keys')
    }
    const prices = ledger
      .all('price')
      .filter(
        (price) =>
          (lookupKeys === null || (price.lookup_key !== null && lookupKeys.includes(price.lookup_key))) &&
          (active === undefined || price.active === active) &&
          (!product || idOf(price.product) === product) &&
          (!currency || price.currency === currency) &&
          (type === undefined || price.type === type) &&
          (created === null || created.includes(price.created)),
      )
    return pageOf(prices, '/v1/prices', paging)
  })

  api.on('GET', '/v1/prices/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('price', id)
  })

  api.on('POST', '/v1/prices/:id', ({ params, id }) => {
    const before = ledger.get('price', id)
    const lookupKey = params.text('lookup_key')
    const takesKey = params.flag('transfer_lookup_key') ?? false
    const nickname = params.text('nickname')
    const change: Partial<Price> = {
      active: params.flag('active') ?? before.active,
      lookup_key: lookupKey === undefined ? before.lookup_key : lookupKey,
      metadata: params.metadata(before.metadata),
      nickname: nickname === undefined ? before.nickname : nickname,
    }
    params.ignore('tax_behavior')
    params.finish()
    claimLookupKey(lookupKey ?? null, takesKey, id)
    const price = ledger.put<Price>({ ...before, ...change })
    events.note('price.updated', price, before)
    return price
  })

  function claimLookupKey(key: string | null, takesIt: boolean, priceId: string | null): void {
    if (key === null) return
    const owner = ledger.all('price').find((price) => price.lookup_key === key && price.id !== priceId)
    if (!owner) return
    if (!takesIt) {
      throw invalidRequest(
        `A price (\`${owner.id}\`) already uses that lookup key.`,
        'lookup_key',
        'resource_already_exists',
      )
    }
    const without = ledger.put<Price>({ ...owner, lookup_key: null })
    events.note('price.updated', without, owner)
  }
}
