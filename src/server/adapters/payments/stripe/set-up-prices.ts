import { randomUUID } from 'node:crypto'
import type Stripe from 'stripe'
import type { PriceDifference } from '../payments.ts'
import { type ProviderPrice, priceList, productAnswer } from './answers.ts'
import { isMissing, isTaken } from './failures.ts'
import { atProvider, type PartAtProvider, PLAN_PARTS } from './plan-parts.ts'

const CURRENCY = 'usd'

/**
 * Creates what is missing of the plan's products and prices. Two runs at once create it once: products have ids of ours,
 * and a lookup key belongs to one price. A price that is there is never changed, for people pay it; with `replaces` one
 * that differs loses its lookup key to a new price, and who subscribed before goes on paying the old one.
 */
export async function setUpPrices(
  stripe: Stripe,
  { replaces }: { replaces: boolean },
): Promise<{ created: string[]; differing: PriceDifference[] }> {
  const parts = await Promise.all(PLAN_PARTS.map((part) => setUpPart(stripe, atProvider(part), replaces)))
  return {
    created: parts.flatMap(({ created }) => created),
    differing: parts.flatMap(({ differing }) => differing ?? []),
  }
}

async function setUpPart(stripe: Stripe, part: PartAtProvider, replaces: boolean) {
  const created: string[] = []
  if (await ensureProduct(stripe, part)) created.push(part.productId)
  const present = await priceOf(stripe, part)
  const differing = present && differenceOf(part, present)
  if (present && !(differing && replaces)) return { created, differing }
  if (await createPrice(stripe, part, { takesLookupKey: present !== null })) created.push(part.lookupKey)
  return { created, differing: null }
}

/** Whether it had to be created. */
async function ensureProduct(stripe: Stripe, { productId, name }: PartAtProvider): Promise<boolean> {
  try {
    const { active } = productAnswer.parse(await stripe.products.retrieve(productId))
    // An archived product cannot be subscribed to.
    if (!active) await stripe.products.update(productId, { active: true }, { idempotencyKey: randomUUID() })
    return false
  } catch (error) {
    if (!isMissing(error)) throw error
  }
  return unlessTaken(() => stripe.products.create({ id: productId, name }, { idempotencyKey: randomUUID() }))
}

async function priceOf(stripe: Stripe, { lookupKey }: PartAtProvider): Promise<ProviderPrice | null> {
  const { data } = priceList.parse(await stripe.prices.list({ lookup_keys: [lookupKey], limit: 1 }))
  return data[0] ?? null
}

function differenceOf({ lookupKey, cents }: PartAtProvider, price: ProviderPrice): PriceDifference | null {
  const { unit_amount, currency, recurring, active } = price
  const isMonthly = recurring?.interval === 'month' && recurring.interval_count === 1
  if (active && unit_amount === cents && currency === CURRENCY && isMonthly) return null
  const rhythm = isMonthly ? 'month' : recurring ? `${recurring.interval_count} ${recurring.interval}` : 'once'
  const there = `${unit_amount ?? '?'} ${currency} cents a ${rhythm}${active ? '' : ', archived'}`
  return { lookupKey, there, wanted: `${cents} ${CURRENCY} cents a month` }
}

function createPrice(
  stripe: Stripe,
  { productId, lookupKey, name, cents }: PartAtProvider,
  { takesLookupKey }: { takesLookupKey: boolean },
): Promise<boolean> {
  const price: Stripe.PriceCreateParams = {
    product: productId,
    currency: CURRENCY,
    unit_amount: cents,
    recurring: { interval: 'month' },
    lookup_key: lookupKey,
    nickname: name,
    ...(takesLookupKey ? { transfer_lookup_key: true } : {}),
  }
  return unlessTaken(() => stripe.prices.create(price, { idempotencyKey: randomUUID() }))
}

async function unlessTaken(create: () => Promise<unknown>): Promise<boolean> {
  try {
    await create()
    return true
  } catch (error) {
    if (isTaken(error)) return false
    throw error
  }
}
