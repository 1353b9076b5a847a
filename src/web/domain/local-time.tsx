import { formatDateTime } from '#core/format/dates.ts'
import { yourTimeFor } from '#core/format/local-time-for.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { getSession } from '#web/lib/session/session.ts'

/** The zone in which somebody reads times: that of their profile where they are signed in, as in mails, else that of this device. */
export function viewerZone(): string {
  const session = getSession()
  if (session.status === 'signed-in' && session.user.timezone) return session.user.timezone
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The zone's short name at that moment, such as "AWST". */
export function zoneName(instant: string, zone: string): string {
  const format = new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'short' })
  return format.formatToParts(new Date(instant)).find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** Whether the clocks of the two zones show different times at that moment. */
export function clocksDiffer(instant: string, zone: string, other: string): boolean {
  const at = new Date(instant)
  return formatDateTime(at, zone) !== formatDateTime(at, other)
}

/** "6:41 PM your time", with the date where it is another day there; null where the viewer's clock shows the same. */
export function yourTime(instant: string, zone: string): string | null {
  const time = yourTimeFor(new Date(instant), zone, viewerZone())
  return time && keptTogether(`${time} your time`)
}
