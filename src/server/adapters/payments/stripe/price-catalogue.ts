import type Stripe from 'stripe'
import type { NotSetUp } from '../payments.ts'
import { priceList } from './answers.ts'
import { atProvider, PLAN_PARTS, type PlanPart } from './plan-parts.ts'

const REMEMBERED_MS = 3 * 60_000

export interface PriceCatalogue {
  /** The ids of the prices of these parts, in their order. Throws what the package throws. */
  idsOf(parts: readonly PlanPart[]): Promise<{ kind: 'found'; ids: string[] } | NotSetUp>
}

/** Prices by lookup key. They are cached for minutes; a missing one is fetched each time. */
export function priceCatalogue(stripe: Stripe): PriceCatalogue {
  let known = new Map<string, string>()
  let lookedAt = Number.NEGATIVE_INFINITY

  return {
    async idsOf(parts) {
      const keys = parts.map((part) => atProvider(part).lookupKey)
      const isFresh = performance.now() - lookedAt < REMEMBERED_MS
      if (!isFresh || !keys.every((key) => known.has(key))) {
        known = await look(stripe)
        lookedAt = performance.now()
      }
      const missing = keys.filter((key) => !known.has(key))
      if (missing.length > 0) return { kind: 'not_set_up', missing }
      return { kind: 'found', ids: keys.flatMap((key) => known.get(key) ?? []) }
    },
  }
}

async function look(stripe: Stripe): Promise<Map<string, string>> {
  const lookupKeys = PLAN_PARTS.map((part) => atProvider(part).lookupKey)
  const answer = await stripe.prices.list({ lookup_keys: lookupKeys, active: true, limit: 100 })
  return new Map(priceList.parse(answer).data.map(({ lookup_key, id }) => [lookup_key ?? '', id]))
}
