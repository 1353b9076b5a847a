import type { CallType } from './call-vocabulary.ts'

/** How late a call may still be placed. A later ring would confuse more than it helps. */
const GRACE_MINUTES: Record<CallType, number> = {
  daily_check_in: 60,
  wellness_check: 60,
  medication_reminder: 30,
  wake_up_call: 15,
}

/** The last instant at which a dial promised for `promisedFor` may still be made. */
export function dialBy(callType: CallType, promisedFor: Date): Date {
  return new Date(promisedFor.getTime() + GRACE_MINUTES[callType] * 60_000)
}
