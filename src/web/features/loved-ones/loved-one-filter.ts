import { CALL_TYPE_LABELS } from '#contract/calls/call-labels.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { CALL_TYPES, type CallType } from '#core/calls/call-vocabulary.ts'

export type ServiceFilter = 'all' | CallType

/** The service filter, as the specification names its choices. */
export const SERVICE_FILTERS: readonly { value: ServiceFilter; label: string }[] = [
  { value: 'all', label: 'All Services' },
  ...CALL_TYPES.map((callType) => ({ value: callType, label: CALL_TYPE_LABELS[callType] })),
]

/** The loved ones whose name or number, however it is typed, holds `search` and who have `service` among their active ones. */
export function filterLovedOnes(lovedOnes: readonly LovedOne[], search: string, service: ServiceFilter): LovedOne[] {
  const words = search.trim().toLowerCase()
  const digits = nationalDigits(search)
  const isNumber = /^[+\d\s().-]+$/.test(words) && digits !== ''
  return lovedOnes.filter(({ name, phoneNumber, activeServices }) => {
    if (service !== 'all' && !activeServices.includes(service)) return false
    if (words === '' || name.toLowerCase().includes(words)) return true
    return isNumber && nationalDigits(phoneNumber).includes(digits)
  })
}

/** The digits without the country code or the leading zero that stands for it. */
function nationalDigits(phone: string): string {
  return phone.replace(/\D/g, '').replace(/^(?:61|0)/, '')
}
