import type { Call } from '#contract/calls/calls.ts'
import { formatDate, formatTime } from '#core/format/dates.ts'
import { relativeTime } from '#core/format/relative-time.ts'
import { howLongAgo } from '#web/domain/how-long-ago.ts'
import { clocksDiffer, viewerZone, yourTime, zoneName } from '#web/domain/local-time.tsx'
import { unbroken } from '#web/lib/http/kept-together.ts'
import { useNow } from '#web/lib/use-now.ts'

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

/** When a call is or was, on the loved one's clock and, where it differs, the viewer's, and how far away it is. */
export function CallWhen({ instant, zone, ahead = false, often }: CallWhenProps) {
  const now = useNow()
  const at = new Date(instant)
  const yours = yourTime(instant, zone)
  return (
    <span className="when num">
      <b>
        <span>{formatDate(at, zone)}</span> <span>{unbroken(callTime(instant, zone))}</span>
      </b>
      <br />
      {yours && <small className="block">{yours}</small>}
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

export { unbroken }

/** "Mar 10, 2026 9:00 AM"; where the viewer's clock differs, "Mar 10, 2026 9:00 AM AWST (12:00 PM your time)". No line breaks in a time. */
export function callDateTime(instant: string, zone: string): string {
  return withYours(`${formatDate(new Date(instant), zone)} ${unbroken(callTime(instant, zone))}`, instant, zone)
}

/** "9:00 AM"; where the viewer's clock shows another time "9:00 AM AWST (12:00 PM your time)". For a time that stands alone. */
export function bothTimes(instant: string, zone: string): string {
  return withYours(unbroken(callTime(instant, zone)), instant, zone)
}

/** When a call was promised, how it asks, and in which zone it was made. */
export type CallTime = Pick<Call, 'scheduledTime'> &
  Partial<Pick<Call, 'asksBy'>> & { lovedOne: Pick<Call['lovedOne'], 'timezone'> }

/** "9:00 AM call"; where the viewer's clock shows another time "9:00 AM AWST call (12:00 PM your time)". */
export function callAtTime({ scheduledTime, asksBy = 'call', lovedOne: { timezone } }: CallTime): string {
  return withYours(`${unbroken(callTime(scheduledTime, timezone))} ${asksBy}`, scheduledTime, timezone)
}

function withYours(there: string, instant: string, zone: string): string {
  const yours = yourTime(instant, zone)
  return yours ? `${there} (${yours})` : there
}
