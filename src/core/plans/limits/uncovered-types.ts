import type { CallType } from '../../calls/call-vocabulary.ts'
import { ADD_ON_IDS, ADD_ONS, type AddOnId } from '../prices.ts'

/** The types of calls that a plan with these add-ons does not include. In the free trial all of them could be scheduled. */
export function uncoveredTypes(addOns: readonly AddOnId[]): CallType[] {
  return ADD_ON_IDS.filter((id) => !addOns.includes(id)).map((id) => ADD_ONS[id].callType)
}
