import type { CallType } from '#core/calls/call-vocabulary.ts'

/** The one plan. Prices are in US cents a month. */
export const BASIC_PLAN = { name: 'Basic Plan', cents: 1999, lovedOnes: 5, callsPerMonth: 30 } as const

export const ADD_ON_IDS = ['MEDICATION_REMINDER', 'WELLNESS_CHECK', 'WAKE_UP_CALL'] as const
export type AddOnId = (typeof ADD_ON_IDS)[number]

interface AddOn {
  name: string
  /** US cents a month. */
  cents: number
  /** What can be scheduled with it. */
  callType: CallType
}

export const ADD_ONS: Record<AddOnId, AddOn> = {
  MEDICATION_REMINDER: { name: 'Medication Reminder', cents: 599, callType: 'medication_reminder' },
  WELLNESS_CHECK: { name: 'Wellness Check', cents: 799, callType: 'wellness_check' },
  WAKE_UP_CALL: { name: 'Wake-up Call', cents: 399, callType: 'wake_up_call' },
}

/** The add-on that a type of call needs; null where the Basic Plan includes it. */
export function addOnFor(callType: CallType): AddOnId | null {
  return ADD_ON_IDS.find((id) => ADD_ONS[id].callType === callType) ?? null
}

/** What the plan costs a month with these add-ons, in US cents. */
export function monthlyCents(addOns: readonly AddOnId[]): number {
  return addOns.reduce<number>((sum, id) => sum + ADD_ONS[id].cents, BASIC_PLAN.cents)
}
