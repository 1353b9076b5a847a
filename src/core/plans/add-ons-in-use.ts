import type { CallType } from '../calls/call-vocabulary.ts'
import { ALLOWED, type Permission, refused } from './limits/permission.ts'
import { ADD_ONS, type AddOnId } from './prices.ts'

/** Whether the add-ons may become `wanted`: one whose type still has scheduled calls may not go. A recurring schedule counts once. */
export function mayChangeAddOns(
  present: readonly AddOnId[],
  wanted: readonly AddOnId[],
  scheduled: ReadonlyMap<CallType, number>,
): Permission {
  const inUse = present
    .filter((id) => !wanted.includes(id))
    .map((id) => ({ ...ADD_ONS[id], calls: scheduled.get(ADD_ONS[id].callType) ?? 0 }))
    .find(({ calls }) => calls > 0)
  if (!inUse) return ALLOWED
  const { name, calls } = inUse
  const counted = calls === 1 ? `1 ${name} is` : `${calls} ${name}s are`
  return refused(`${counted} still scheduled. Cancel ${calls === 1 ? 'it' : 'them'} before you remove ${name}.`)
}
