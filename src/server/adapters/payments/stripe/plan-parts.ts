import { ADD_ON_IDS, ADD_ONS, type AddOnId, BASIC_PLAN } from '#core/plans/prices.ts'

/** What of the plan is an item of a subscription. */
export type PlanPart = 'BASIC' | AddOnId

export const PLAN_PARTS: readonly PlanPart[] = ['BASIC', ...ADD_ON_IDS]

/** How a part of the plan is called at the provider. Prices are found by these names, wherever they were created. */
export interface PartAtProvider {
  part: PlanPart
  productId: string
  lookupKey: string
  name: string
  /** US cents a month. */
  cents: number
}

/** How a part of the plan is called and priced at the card provider. */
export function atProvider(part: PlanPart): PartAtProvider {
  const productId = `cooee_${part.toLowerCase()}`
  const { name, cents } = part === 'BASIC' ? BASIC_PLAN : ADD_ONS[part]
  return { part, productId, lookupKey: `${productId}_monthly`, name, cents }
}

/** The part that a price pays for; null for a price that is not ours. An old price whose lookup key has moved to a new one belongs to its product. */
export function partOf(price: { product: string; lookup_key: string | null }): PlanPart | null {
  const isPart = (part: PlanPart) => {
    const { productId, lookupKey } = atProvider(part)
    return price.product === productId || price.lookup_key === lookupKey
  }
  return PLAN_PARTS.find(isPart) ?? null
}
