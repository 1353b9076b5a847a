/** What the Basic Plan costs a month, in US dollars. */
export const BASIC_PRICE = 19.99
/** What the add-ons begin at, a month, in US dollars. */
export const CHEAPEST_ADD_ON_PRICE = 3.99
/** What the Basic Plan and the trial hold. */
export const MOST_LOVED_ONES = 5
export const CALLS_A_MONTH = 30
/** How long everything can be tried before somebody pays. */
export const TRIAL_DAYS = 14
/** How long what is scheduled goes on without a payment. */
export const GRACE_DAYS = 7
