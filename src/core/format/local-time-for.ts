import { shortZoneName } from '../time-zones.ts'
import { formatTime } from './dates.ts'

/**
 * "9:00 AM" on the clocks of `zone`, with the zone's short name ("9:00 AM AWST") for a reader whose own clocks show
 * something else. Throws RangeError for an unknown zone.
 */
export function localTimeFor(instant: Date, zone: string, readerZone: string): string {
  const time = formatTime(instant, zone)
  return time === formatTime(instant, readerZone) ? time : `${time} ${shortZoneName(instant, zone)}`
}
