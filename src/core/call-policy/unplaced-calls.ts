import { formatDayMonth, formatTime } from '../format/dates.ts'

import { listInWords } from '../format/list-in-words.ts'

/** Calls to one person that could not be placed, reported together. */
export interface UnplacedCalls {
  /** When they were promised, in order. */
  promised: readonly Date[]
  /** The loved one's. */
  zone: string
  now: Date
}

/** Each of them, day by day, as a sentence: "Not placed: 9:00 AM and 6:00 PM on Thursday 19 November; 9:00 AM today." */
export function unplacedList({ promised, zone, now }: UnplacedCalls): string {
  const days = Map.groupBy(promised, (instant) => formatDayMonth(instant, zone))
  const today = formatDayMonth(now, zone)
  const lines = [...days].map(([day, instants]) => {
    const times = listInWords(instants.map((instant) => formatTime(instant, zone)))
    return `${times} ${day === today ? 'today' : `on ${day}`}`
  })
  return `Calls we couldn't make: ${lines.join('; ')}.`
}
