import { shortZoneName } from '../time-zones.ts'
import { formatDate, formatTime } from './dates.ts'

/** "9:00 AM" in `zone`, with its short name where the reader's own clocks show something else. Throws RangeError for an unknown zone. */
export function localTimeFor(instant: Date, zone: string, readerZone: string): string {
  const time = formatTime(instant, zone)
  return yourTimeFor(instant, zone, readerZone) === null ? time : `${time} ${shortZoneName(instant, zone)}`
}

/** "12:00 PM", with the date where it is another day there: the same on the reader's clocks; null where they show the same. */
export function yourTimeFor(instant: Date, zone: string, readerZone: string): string | null {
  const time = formatTime(instant, readerZone)
  const day = formatDate(instant, readerZone)
  const isOtherDay = day !== formatDate(instant, zone)
  if (!isOtherDay && time === formatTime(instant, zone)) return null
  return isOtherDay ? `${day} ${time}` : time
}

/** "9:00 AM AWST (12:00 PM your time)"; "9:00 AM" for a reader whose own clocks show the same. For who is known to live in `readerZone`. */
export function bothTimesFor(instant: Date, zone: string, readerZone: string): string {
  return withYourTime(localTimeFor(instant, zone, readerZone), yourTimeFor(instant, zone, readerZone))
}

/** "9:00 AM call"; "9:00 AM AWST call (12:00 PM your time)" for a reader whose own clocks show something else. */
export function callAtTimeFor(instant: Date, zone: string, readerZone: string, noun = 'call'): string {
  return withYourTime(`${localTimeFor(instant, zone, readerZone)} ${noun}`, yourTimeFor(instant, zone, readerZone))
}

/** Words, and after them the time on the reader's clocks; null without anything to add. */
export function withYourTime(words: string, yours: string | null): string {
  return yours === null ? words : `${words} (${yours} your time)`
}

/** The words without what `withYourTime` has added to them, for a lack of room. */
export function withoutYourTime(words: string): string {
  return words.replace(/ \([^()]* your time\)/g, '')
}
