import type { Call } from '#contract/calls/calls.ts'
import type { CallEnd } from '#core/calls/call-end.ts'
import { endOf } from '#web/domain/calls/call-concern.tsx'
import type { PersonToday } from './today-people.ts'

/** From here on a call that has not left is late. Before that it is about to. */
const LATE_MS = 2 * 60_000

/**
 * "All 3 calls today have a result": of today's calls whose time has come, those that have ended; "so far today" while
 * more are to come. What has not ended is named, "2 of 3 calls today have a result, 1 happening now", and so are ends
 * that are no answer: "All 3 calls today have a result: 2 answered, 1 not answered".
 */
export function accountedCalls(people: readonly PersonToday[], now: Date): string {
  const calls = people.flatMap((person) => person.calls)
  const over = calls.flatMap((call) => endOf(call) ?? [])
  const ended = over.length
  const underWay = calls.filter(({ status }) => status === 'in_progress').length
  const waiting = calls.filter((call) => call.status === 'scheduled').map((call) => waitedMs(call, now))
  const late = waiting.filter((ms) => ms >= LATE_MS).length
  const leaving = waiting.filter((ms) => ms >= 0).length - late
  const today = waiting.length > leaving + late ? 'so far today' : 'today'
  const due = ended + underWay + late + leaving
  if (due === 0) return 'No calls due yet today'
  return [
    `${resultsInWords(ended, due, today)}${endsInWords(over, calls)}`,
    underWay > 0 && `${underWay} happening now`,
    leaving > 0 && `${leaving} about to ring`,
    late > 0 && `${late} late`,
  ]
    .filter(Boolean)
    .join(', ')
}

function resultsInWords(ended: number, due: number, today: string): string {
  if (ended === 0) return 'No results yet today'
  if (ended < due) return `${ended} of ${due} calls ${today} ${ended === 1 ? 'has' : 'have'} a result`
  if (due > 1) return `${due === 2 ? 'Both' : `All ${due}`} calls ${today} have a result`
  return today === 'today' ? 'Today’s call has a result' : `The one call ${today} has a result`
}

/** In the order in which they are said. */
const ENDS: Record<CallEnd, string> = {
  answered: 'answered',
  reached: 'reached by the family',
  not_answered: 'not answered',
  not_made: 'not made',
  voicemail: 'voicemail',
  failed: 'didn’t go through',
  cancelled: 'cancelled',
  not_wanted: 'not wanted',
  away: 'left out while away',
}

/** Nothing where all were answered: that needs no list. */
function endsInWords(over: readonly CallEnd[], calls: readonly Call[]): string {
  if (over.every((end) => end === 'answered')) return ''
  const reached = calls.filter((call) => endOf(call) === 'reached')
  const isAllYours = reached.every(({ resolvedBy }) => resolvedBy?.isYou)
  const counted = Object.entries(ENDS).map(([end, words]) => ({
    words: end === 'reached' && isAllYours ? 'reached by you' : words,
    count: over.filter((each) => each === end).length,
  }))
  return `: ${counted.flatMap(({ words, count }) => (count > 0 ? `${count} ${words}` : [])).join(', ')}`
}

function waitedMs({ scheduledTime }: Call, now: Date): number {
  return now.getTime() - Date.parse(scheduledTime)
}
