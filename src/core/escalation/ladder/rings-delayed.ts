import { endOfNight } from '../../calls/waking-hours.ts'
import type { CauseFacts } from '../causes-in-words.ts'
import { isHelp, isNotSpokenTo } from '../incident-cause.ts'

const OLD_MS = 12 * 3_600_000
const LATE_MS = 90 * 60_000

type Delayed = Pick<CauseFacts, 'cause' | 'scheduledFor' | 'happenedAt'>

/** Until when contacts' phones do not ring, from 21:00 to 7:00 in `zone`; null where they may, or where a cause wakes people. */
export function ringsDelayedUntil(causes: readonly Delayed[], zone: string, now: Date): Date | null {
  if (causes.length === 0 || causes.some((cause) => wakes(cause, now))) return null
  return endOfNight(now, zone)
}

/**
 * A request for help rings at any hour. A call that we did not place does not at night, nor what was due more than twelve hours ago,
 * nor a miss that was found out more than 90 minutes after it was due.
 */
function wakes({ cause, scheduledFor, happenedAt }: Delayed, now: Date): boolean {
  if (isHelp(cause)) return true
  const due = (scheduledFor ?? happenedAt).getTime()
  const isFoundLate = isNotSpokenTo(cause) && happenedAt.getTime() - due > LATE_MS
  return cause !== 'not_made' && now.getTime() - due <= OLD_MS && !isFoundLate
}
