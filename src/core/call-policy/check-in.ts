import type { CallStatus, CallType } from '../calls/call-vocabulary.ts'
import { localDayOf } from '../recurrence/wall-clock.ts'

/** How long before its time a call is answered by somebody who rings or writes by themselves. */
const AHEAD_MS = 4 * 3_600_000

/** What is needed of a call to say whether a check-in answers it. */
export interface CheckInCall {
  id: number
  callType: CallType
  status: CallStatus
  scheduledFor: Date
  /** People are, or were, notified that this very call did not reach the person, and no all-clear has been given. */
  isAlarming: boolean
}

/** What a check-in does to a person's calls. */
export interface CheckInEffect<Call> {
  /** These are answered by it. */
  answers: Call[]
  /** Medicine: whether it was taken must be asked, what is under way first, then the latest. */
  asks: Call[]
}

/**
 * What it means that somebody rings or writes by themselves, for the calls of theirs that are open or of today on their
 * own clock. Answered are: what is under way, what was missed today and still alarms people, and the next check-in or
 * wellness check within four hours of the same day, one at a time. Not a medication reminder, since medicine that is not due
 * yet cannot have been taken; and not a wake-up call to come, since who is up at four may sleep again at five.
 */
export function checkInEffect<Call extends CheckInCall>(
  calls: readonly Call[],
  { now, zone }: { now: Date; zone: string },
): CheckInEffect<Call> {
  const today = localDayOf(now, zone)
  const inOrder = [...calls].sort((a, b) => a.scheduledFor.getTime() - b.scheduledFor.getTime() || a.id - b.id)
  const isMedicine = ({ callType }: Call) => callType === 'medication_reminder'
  const underWay = inOrder.filter(({ status }) => status === 'in_progress')
  const missedToday = inOrder.filter(
    ({ status, scheduledFor }) => isUnanswered(status) && scheduledFor >= today.start && scheduledFor < today.end,
  )
  const until = Math.min(now.getTime() + AHEAD_MS, today.end.getTime() - 1)
  const ahead = inOrder.filter(
    ({ status, callType, scheduledFor }) =>
      status === 'scheduled' &&
      (callType === 'daily_check_in' || callType === 'wellness_check') &&
      scheduledFor.getTime() <= until,
  )
  // Somebody who rings twice because the line was bad has not answered two calls to come.
  const hasAnsweredAhead = inOrder.some(({ status, scheduledFor }) => status === 'completed' && scheduledFor > now)
  return {
    answers: [
      ...missedToday.filter((call) => !isMedicine(call) && call.isAlarming),
      ...underWay.filter((call) => !isMedicine(call)),
      ...(hasAnsweredAhead ? [] : ahead.slice(0, 1)),
    ],
    asks: [...underWay.filter(isMedicine), ...missedToday.filter(isMedicine).reverse()],
  }
}

function isUnanswered(status: CallStatus): boolean {
  return status === 'missed' || status === 'failed' || status === 'voicemail'
}
