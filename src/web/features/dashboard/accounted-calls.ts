import type { Call } from '#contract/calls.ts'
import { FINAL_STATUSES } from '#core/calls/call-vocabulary.ts'
import type { PersonToday } from './today-people.ts'

/** From here on a call that has not left is late. Before that it is about to. */
const LATE_MS = 2 * 60_000

/**
 * "3 of 3 calls accounted for": of today's calls whose time has come, those that have ended, whatever their end. What
 * has not is named: "2 of 3 calls accounted for, 1 under way".
 */
export function accountedCalls(people: readonly PersonToday[], now: Date): string {
  const calls = people.flatMap((person) => person.calls)
  const ended = calls.filter(({ status }) => FINAL_STATUSES.some((final) => final === status)).length
  const underWay = calls.filter(({ status }) => status === 'in_progress').length
  const waiting = calls.filter((call) => call.status === 'scheduled').map((call) => waitedMs(call, now))
  const late = waiting.filter((ms) => ms >= LATE_MS).length
  const leaving = waiting.filter((ms) => ms >= 0).length - late
  const due = ended + underWay + late + leaving
  if (due === 0) return 'No calls due so far today'
  return [
    `${ended} of ${due} ${due === 1 ? 'call' : 'calls'} accounted for`,
    underWay > 0 && `${underWay} under way`,
    leaving > 0 && `${leaving} about to ring`,
    late > 0 && `${late} late`,
  ]
    .filter(Boolean)
    .join(', ')
}

function waitedMs({ scheduledTime }: Call, now: Date): number {
  return now.getTime() - Date.parse(scheduledTime)
}
