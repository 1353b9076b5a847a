import type { CallType } from '#core/calls/call-vocabulary.ts'
import { catchUpDialBy } from '#core/calls/catch-up.ts'
import { dialBy } from '#core/calls/grace-period.ts'

/** Until when a further dial of a call that is due at `dialAt` may be made: its grace period, and of a catch-up call 21:00. */
export function dialByOf(call: { callType: CallType; catchUpFor: Date | null; timezone: string }, dialAt: Date): Date {
  return call.catchUpFor === null ? dialBy(call.callType, dialAt) : catchUpDialBy(dialAt, call.timezone)
}

/** A wake-up at the very end would come a moment late, and find the grace period over. */
const BEFORE_END_MS = 5_000

/** When the last try of a call is due that may be dialled until `dialBy`. */
export function lastDialAt(dialBy: Date): Date {
  return new Date(dialBy.getTime() - BEFORE_END_MS)
}
