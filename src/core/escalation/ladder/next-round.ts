import { toInstant, toWallClock } from '../../recurrence/wall-clock.ts'
import { type IncidentCause, isHelp } from '../incident-cause.ts'
import { type EscalationTiming, MORNING } from './escalation-timing.ts'

const DAY_MS = 24 * 60 * 60_000

/** What people are notified of, since when, and after how many pauses. */
interface RoundsSoFar {
  cause: IncidentCause
  zone: string
  escalationStartedAt: Date
  pauses: number
}

/** When everybody is notified again: all in milliseconds since 1970. */
interface RoundOver {
  roundAwaitedUntil: number
  lastNotifiedAt: number
  now: number
}

/** When the next round begins: at once in the first half hour of a help request, then after growing pauses, after twelve hours each morning. */
export function nextRound(
  { cause, zone, escalationStartedAt, pauses }: RoundsSoFar,
  timing: EscalationTiming,
  { roundAwaitedUntil, lastNotifiedAt, now }: RoundOver,
): { kind: 'next_round'; at: Date; isPause: boolean } {
  const begun = escalationStartedAt.getTime()
  // It was given back, and nobody has been asked since: the next round begins at once.
  if (lastNotifiedAt < begun) return { kind: 'next_round', at: new Date(now), isPause: false }
  if (isHelp(cause) && pauses === 0) {
    const at = Math.max(now, lastNotifiedAt + timing.nextPersonHelpMs)
    if (at < begun + timing.expediteMs) return { kind: 'next_round', at: new Date(at), isPause: false }
  }
  const pauseMs = timing.pausesMs[Math.min(pauses, timing.pausesMs.length - 1)] ?? DAY_MS
  const at = roundAwaitedUntil + pauseMs
  const isLate = at > begun + timing.roundsForMs
  return {
    kind: 'next_round',
    at: isLate ? nextMorning(new Date(Math.max(roundAwaitedUntil, now)), zone) : new Date(at),
    isPause: true,
  }
}

/** The next 9:00 on the clocks of `zone` after an instant, whatever daylight saving does. */
export function nextMorning(after: Date, zone: string): Date {
  const today = toInstant(toWallClock(after, zone).date, MORNING, zone)
  if (today > after) return today
  const tomorrow = Temporal.PlainDate.from(toWallClock(after, zone).date).add({ days: 1 }).toString()
  return toInstant(tomorrow, MORNING, zone)
}
