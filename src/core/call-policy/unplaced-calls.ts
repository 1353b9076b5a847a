import { formatTime } from '../format/dates.ts'
import { dayInWords, onAnotherDay } from '../format/day-in-words.ts'
import { listInWords } from '../format/list-in-words.ts'
import { localTimeFor } from '../format/local-time-for.ts'

/** Several calls to one person that could not be placed, told of together. */
export interface UnplacedCalls {
  name: string
  /** When they were promised, in order. */
  promised: readonly Date[]
  /** The loved one's zone, and that of whoever reads it. */
  zone: string
  readerZone: string
  now: Date
}

/** What happened, in one line and without a full stop: how many calls, and between which times. */
export function unplacedHeadline({ name, promised, zone, readerZone, now }: UnplacedCalls): string {
  const [first, last] = [promised[0] ?? now, promised.at(-1) ?? now]
  const at = (instant: Date) => `${localTimeFor(instant, zone, readerZone)}${onAnotherDay(instant, zone, now)}`
  return `Cooee could not place ${promised.length} calls to ${name}, from ${at(first)} to ${at(last)}`
}

/** Each of them, day by day, as a sentence: "Not placed: 9:00 AM and 6:00 PM on Thursday 19 November; 9:00 AM today." */
export function unplacedList({ promised, zone, now }: UnplacedCalls): string {
  const days = Map.groupBy(promised, (instant) => dayInWords(instant, zone))
  const today = dayInWords(now, zone)
  const lines = [...days].map(([day, instants]) => {
    const times = listInWords(instants.map((instant) => formatTime(instant, zone)))
    return `${times} ${day === today ? 'today' : `on ${day}`}`
  })
  return `Not placed: ${lines.join('; ')}.`
}

/** What happens next, as a sentence. `ringsAt`: when the catch-up call is due. */
export function catchUpSentence(
  { name, ringsAt }: { name: string; ringsAt: Date },
  { zone, readerZone, now }: Pick<UnplacedCalls, 'zone' | 'readerZone' | 'now'>,
): string {
  if (ringsAt <= now) return `We will ring ${name} once more as soon as we can.`
  return `We will ring ${name} at ${localTimeFor(ringsAt, zone, readerZone)}${onAnotherDay(ringsAt, zone, now)}.`
}
