import type { CallType } from '../../calls/call-vocabulary.ts'
import { formatDollars } from '../../format/currency.ts'
import { ADD_ONS, addOnFor } from '../prices.ts'
import type { Standing } from '../standing.ts'
import { refusedAsNotCovered, type Wanted } from './not-covered.ts'
import { ALLOWED, type Permission, refused } from './permission.ts'

/** Whether calls of this type are part of what an account has. The trial has all of them. */
export function mayUseCallType(standing: Standing, callType: CallType, wanted: Wanted): Permission {
  if (standing.kind === 'off' || standing.kind === 'trial') return ALLOWED
  if (standing.kind === 'active' || standing.kind === 'past_due') {
    const addOn = addOnFor(callType)
    if (addOn === null || standing.addOns.includes(addOn)) return ALLOWED
    const { name, cents } = ADD_ONS[addOn]
    const price = formatDollars(cents / 100)
    return refused(`${name} isn't part of your plan. Add it on the Subscription page for ${price} per month.`)
  }
  return refusedAsNotCovered(standing, wanted) ?? ALLOWED
}
