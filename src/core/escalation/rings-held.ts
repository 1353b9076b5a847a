import { endOfNight } from '../calls/waking-hours.ts'
import type { CauseFacts } from './causes-in-words.ts'
import { isMiss } from './incident-cause.ts'

const OLD_MS = 12 * 3_600_000
const LATE_MS = 90 * 60_000

type Held = Pick<CauseFacts, 'cause' | 'scheduledFor' | 'happenedAt'>

/**
 * Until when the phones of contacts do not ring for an incident; null where they may. At night, between 21:00 and 7:00 on the
 * clocks of `zone`, nobody is rung for misses alone of which the newest was due more than twelve hours ago, or was found out
 * more than 90 minutes after it was due, or for calls alone that we did not place. A request for help, and words that nobody understood, ring at any hour.
 */
export function ringsHeldUntil(causes: readonly Held[], zone: string, now: Date): Date | null {
  if (causes.length === 0 || causes.some(({ cause }) => !isMiss(cause))) return null
  const due = ({ scheduledFor, happenedAt }: Held) => (scheduledFor ?? happenedAt).getTime()
  const newest = causes.reduce((latest, one) => (due(one) > due(latest) ? one : latest))
  const isOld = now.getTime() - due(newest) > OLD_MS
  const isFoundLate = newest.happenedAt.getTime() - due(newest) > LATE_MS
  const isOurs = causes.every(({ cause }) => cause === 'not_placed')
  return isOurs || isOld || isFoundLate ? endOfNight(now, zone) : null
}
