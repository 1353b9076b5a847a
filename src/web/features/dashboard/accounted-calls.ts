import type { Call } from '#contract/calls.ts'
import { FINAL_STATUSES } from '#core/calls/call-vocabulary.ts'
import { wasNotPlaced } from '#web/domain/call-concern.tsx'
import type { PersonToday } from './today-people.ts'

/** From here on a call that has not left is late. Before that it is about to. */
const LATE_MS = 2 * 60_000

/**
 * "3 of 3 calls accounted for": of today's calls whose time has come, those that have ended. What has not is named, "2 of 3
 * calls accounted for, 1 under way", and so are ends that are no answer: "3 of 3 calls accounted for: 2 answered, 1 not answered".
 */
export function accountedCalls(people: readonly PersonToday[], now: Date): string {
  const calls = people.flatMap((person) => person.calls)
  const over = calls.filter(({ status }) => FINAL_STATUSES.some((final) => final === status))
  const ended = over.length
  const underWay = calls.filter(({ status }) => status === 'in_progress').length
  const waiting = calls.filter((call) => call.status === 'scheduled').map((call) => waitedMs(call, now))
  const late = waiting.filter((ms) => ms >= LATE_MS).length
  const leaving = waiting.filter((ms) => ms >= 0).length - late
  const due = ended + underWay + late + leaving
  if (due === 0) return 'No calls due so far today'
  return [
    `${ended} of ${due} ${due === 1 ? 'call' : 'calls'} accounted for${endsInWords(over)}`,
    underWay > 0 && `${underWay} under way`,
    leaving > 0 && `${leaving} about to ring`,
    late > 0 && `${late} late`,
  ]
    .filter(Boolean)
    .join(', ')
}

/** Nothing where all were answered: that needs no list. */
function endsInWords(over: readonly Call[]): string {
  const ends = Map.groupBy(over, endOf)
  if (ends.size === 0 || (ends.size === 1 && ends.has(ENDS[0]))) return ''
  return `: ${ENDS.flatMap((end) => (ends.has(end) ? `${ends.get(end)?.length} ${end}` : [])).join(', ')}`
}

/** In the order in which they are said. */
const ENDS = ['answered', 'not answered', 'not placed', 'voicemail', 'failed', 'cancelled', 'not wanted'] as const

function endOf(call: Call): (typeof ENDS)[number] {
  const { status, wasCancelled, isRefused } = call
  if (status === 'completed') return 'answered'
  if (isRefused) return 'not wanted'
  if (wasCancelled) return 'cancelled'
  if (status === 'voicemail' || status === 'failed') return status
  return wasNotPlaced(call) ? 'not placed' : 'not answered'
}

function waitedMs({ scheduledTime }: Call, now: Date): number {
  return now.getTime() - Date.parse(scheduledTime)
}
