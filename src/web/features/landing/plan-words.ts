import { formatDollars } from '#core/format/currency.ts'
import { ADD_ON_IDS, ADD_ONS, BASIC_PLAN } from '#core/plans/prices.ts'

/** "$19.99" */
export const BASIC_PRICE = formatDollars(BASIC_PLAN.cents / 100)

const addOns = ADD_ON_IDS.map((id) => ADD_ONS[id])
const names = new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(addOns.map(({ name }) => name))
const cheapest = formatDollars(Math.min(...addOns.map(({ cents }) => cents)) / 100)

/** What the Basic Plan does not hold, said wherever its price is. */
export const ADD_ONS_SENTENCE = `${names} are add-ons, from ${cheapest} a month each.`
