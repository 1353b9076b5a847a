import { formatDateTime } from '#core/format/dates.ts'

/** The zone this device is set to. */
export function viewerZone(): string {
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
