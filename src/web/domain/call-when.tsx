import { formatDate, formatTime } from '#core/format/dates.ts'
import { relativeTime } from '#core/format/relative-time.ts'
import { useNow } from '#web/lib/use-now.ts'
import { howLongAgo } from './how-long-ago.ts'
import { clocksDiffer, viewerZone, yourTime, zoneName } from './local-time.tsx'

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
 * clock shows another time, that time, and how far away it is.
 */
export function CallWhen({ instant, zone, ahead = false, often }: CallWhenProps) {
  const now = useNow()
  const at = new Date(instant)
  const yours = yourTime(instant, zone)
  return (
    <span className="when num">
      <b>
        <span>{formatDate(at, zone)}</span> <span>{callTime(instant, zone)}</span>
      </b>
      <br />
      {yours && (
        <>
          <small>{yours}</small>
          <br />
        </>
      )}
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

/**
 * "Mar 10, 2026 9:00 AM"; where the viewer's clock shows another time "Mar 10, 2026 9:00 AM AWST (12:00 PM your time)". A line breaks
 * before a time, never in it.
 */
export function callDateTime(instant: string, zone: string): string {
  return withYours(`${formatDate(new Date(instant), zone)} ${unbroken(callTime(instant, zone))}`, instant, zone)
}

/** "9:00 AM"; where the viewer's clock shows another time "9:00 AM AWST (12:00 PM your time)". For a time that stands alone. */
export function bothTimes(instant: string, zone: string): string {
  return withYours(unbroken(callTime(instant, zone)), instant, zone)
}

function withYours(there: string, instant: string, zone: string): string {
  const yours = yourTime(instant, zone)
  return yours ? `${there} (${yours})` : there
}
