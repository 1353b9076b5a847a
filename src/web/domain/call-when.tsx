import { formatDate, formatTime } from '#core/format/dates.ts'
import { relativeTime } from '#core/format/relative-time.ts'
import { useNow } from '#web/lib/use-now.ts'
import { howLongAgo } from './how-long-ago.ts'
import { clocksDiffer, viewerZone, zoneName } from './local-time.tsx'

interface CallWhenProps {
  /** ISO 8601. */
  instant: string
  /** The loved one's zone. */
  zone: string
  /** The call is still to come. */
  ahead?: boolean
  /** How often it repeats, in words. */
  often?: string | null
}

/**
 * When a call is or was, on the loved one's clock: "Mar 10, 2026 9:00 AM", the zone's short name where the viewer's
 * clock shows another time, and how far away that is.
 */
export function CallWhen({ instant, zone, ahead = false, often }: CallWhenProps) {
  const now = useNow()
  const at = new Date(instant)
  return (
    <span className="when num">
      <b>
        <span>{formatDate(at, zone)}</span> <span>{callTime(instant, zone)}</span>
      </b>
      <br />
      <small>
        {ahead ? relativeTime(at, now, zone) : howLongAgo(at, now, zone)}
        {often && ` · ${often}`}
      </small>
    </span>
  )
}

/** "9:00 AM", or "9:00 AM AWST" where the viewer's clock shows another time at that moment. */
export function callTime(instant: string, zone: string): string {
  const time = formatTime(new Date(instant), zone)
  return clocksDiffer(instant, zone, viewerZone()) ? `${time} ${zoneName(instant, zone)}` : time
}

/** The same words, never broken into two lines. */
export const unbroken = (words: string): string => words.replaceAll(' ', '\u00a0')

/** "Mar 10, 2026 9:00 AM", with the zone's short name where the viewer's clock shows another time; a line breaks before the time only. */
export function callDateTime(instant: string, zone: string): string {
  return `${formatDate(new Date(instant), zone)} ${unbroken(callTime(instant, zone))}`
}
