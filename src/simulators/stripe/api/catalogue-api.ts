import type { EventLog } from '../records/event-log.ts'
import type { Ledger } from '../records/ledger.ts'
import { newPrice, newProduct } from '../records/resources.ts'
import type { Price, Product } from '../records/wire.ts'
import { invalidRequest } from './api-error.ts'
import type { Api } from './api-server.ts'
import { newestFirst, readLimit } from './listing.ts'

/** Products and monthly prices. A lookup key belongs to one price at a time. */
export function catalogueApi(api: Api, { ledger, events }: { ledger: Ledger; events: EventLog }): void {
  api.on('POST', '/v1/products', ({ params }) => {
    const fields = {
      id: params.text('id') ?? null,
      name: params.required('name'),
    }
    params.finish()
    if (fields.id !== null && ledger.any(fields.id)) {
      throw invalidRequest(`Product already exists with ID ${fields.id}.`, 'id', 'resource_already_exists')
    }
    const product = ledger.put(newProduct(fields))
    events.note('product.created', product)
    return product
  })

  api.on('GET', '/v1/products/:id', ({ params, id }) => {
    params.finish()
    return ledger.get('product', id)
  })

  api.on('POST', '/v1/products/:id', ({ params, id }) => {
    const before = ledger.get('product', id)
    const active = params.flag('active') ?? before.active
    params.finish()
    const product = ledger.put<Product>({ ...before, active })
    events.note('product.updated', product)
    return product
  })

  api.on('POST', '/v1/prices', ({ params }) => {
    const recurring = params.child('recurring')
    const lookupKey = params.text('lookup_key') ?? null
    const takesKey = params.flag('transfer_lookup_key') ?? false
    const productId = params.required('product')
    const unitAmount = params.integer('unit_amount')
    const interval = recurring.choice('interval', ['month'])
    const fields = {
      currency: params.required('currency').toLowerCase(),
      lookupKey,
      nickname: params.text('nickname') ?? null,
    }
    params.finish()
    if (unitAmount === undefined) {
      throw invalidRequest('Missing required param: unit_amount.', 'unit_amount', 'parameter_missing')
    }
    if (!interval) {
      throw invalidRequest('The card sandbox knows monthly prices only.', 'recurring', 'parameter_missing')
    }
    const product = ledger.get('product', productId, 'product')
    claimLookupKey(lookupKey, takesKey)
    const price = ledger.put(newPrice({ ...fields, unitAmount, product: product.id }))
    events.note('price.created', price)
    return price
  })

  api.on('GET', '/v1/prices', ({ params }) => {
    const lookupKeys = params.has('lookup_keys') ? params.texts('lookup_keys') : null
    const active = params.flag('active')
    const limit = readLimit(params)
    params.finish()
    if (lookupKeys && lookupKeys.length > 10) {
      throw invalidRequest('Array lookup_keys exceeded maximum 10 allowed elements.', 'lookup_keys')
    }
    const prices = ledger
      .all('price')
      .filter(
        (price) =>
          (lookupKeys === null || (price.lookup_key !== null && lookupKeys.includes(price.lookup_key))) &&
          (active === undefined || price.active === active),
      )
    return newestFirst(prices, '/v1/prices', limit)
  })

  function claimLookupKey(key: string | null, takesIt: boolean): void {
    if (key === null) return
    const owner = ledger.all('price').find((price) => price.lookup_key === key)
    if (!owner) return
    if (!takesIt) {
      throw invalidRequest(
        `A price (\`${owner.id}\`) already uses that lookup key.`,
        'lookup_key',
        'resource_already_exists',
      )
    }
    const without = ledger.put<Price>({ ...owner, lookup_key: null })
    events.note('price.updated', without)
  }
}
