import { formatDollars } from '#core/format/currency.ts'
import { BASIC_PRICE, CHEAPEST_ADD_ON_PRICE } from './basic-plan.ts'

/** "$19.99" */
export const BASIC_PRICE_TEXT = formatDollars(BASIC_PRICE)

/** What the Basic Plan does not hold, said wherever its price is. */
export const ADD_ONS_SENTENCE = `Medication Reminder, Wellness Check and Wake-up Call are add-ons, from ${formatDollars(CHEAPEST_ADD_ON_PRICE)} a month each.`
