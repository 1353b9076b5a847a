const DATE = { month: 'short', day: 'numeric', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit', hour12: true } as const

/** The order of en-US gives "Mar 10, 2026" and "9:05 AM", as the specification asks. */
function formatted(instant: string, options: Intl.DateTimeFormatOptions, zone?: string): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
    .format(new Date(instant))
    .replaceAll(/[\u202f\u00a0]/g, ' ')
}

/** "Mar 10, 2026" on the calendar of `zone` (the viewer's own when left out). */
export function dateIn(instant: string, zone?: string): string {
  return formatted(instant, DATE, zone)
}

/** "9:05 AM" on the clock of `zone` (the viewer's own when left out). */
export function timeIn(instant: string, zone?: string): string {
  return formatted(instant, TIME, zone)
}

/** The zone this device is set to. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The zone's short name at that moment, such as "AWST". */
export function zoneName(instant: string, zone: string): string {
  const parts = new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'short' }).formatToParts(
    new Date(instant),
  )
  return parts.find((part) => part.type === 'timeZoneName')?.value ?? zone
}

/** Whether the clocks of the two zones show different times at that moment. */
export function clocksDiffer(instant: string, zone: string, other: string): boolean {
  const both = { ...DATE, ...TIME }
  return formatted(instant, both, zone) !== formatted(instant, both, other)
}

interface LocalTimeProps {
  /** ISO 8601. */
  instant: string
  /** The loved one's zone. */
  zone: string
  show?: 'date-time' | 'time'
}

/** A call's time on the loved one's clock, with the zone's short name where the viewer's clock shows another time. */
export function LocalTime({ instant, zone, show = 'date-time' }: LocalTimeProps) {
  return (
    <time dateTime={instant} className="num">
      {show === 'date-time' && <span className="whitespace-nowrap">{dateIn(instant, zone)}</span>}{' '}
      <span className="whitespace-nowrap">{timeIn(instant, zone)}</span>
      {clocksDiffer(instant, zone, viewerZone()) && <small> {zoneName(instant, zone)}</small>}
    </time>
  )
}
