/** The zones a loved one may live in, in the order they are offered. */
export const LOVED_ONE_TIME_ZONES = [
  'Australia/Sydney',
  'Australia/Brisbane',
  'Australia/Adelaide',
  'Australia/Darwin',
  'Australia/Perth',
  'Australia/Hobart',
  'Australia/Melbourne',
  'Australia/ACT',
  'Australia/Canberra',
  'Australia/Eucla',
  'Australia/Lord_Howe',
] as const
type LovedOneTimeZone = (typeof LOVED_ONE_TIME_ZONES)[number]

export const DEFAULT_TIME_ZONE = 'Australia/Sydney' satisfies LovedOneTimeZone

/** Each place with its state or territory, as the timezone field offers it. */
const TIME_ZONE_LABELS: Readonly<Record<LovedOneTimeZone, string>> = {
  'Australia/Sydney': 'Sydney (NSW/ACT)',
  'Australia/Brisbane': 'Brisbane (QLD)',
  'Australia/Adelaide': 'Adelaide (SA)',
  'Australia/Darwin': 'Darwin (NT)',
  'Australia/Perth': 'Perth (WA)',
  'Australia/Hobart': 'Hobart (TAS)',
  'Australia/Melbourne': 'Melbourne (VIC)',
  'Australia/ACT': 'Australian Capital Territory (ACT)',
  'Australia/Canberra': 'Canberra (ACT)',
  'Australia/Eucla': 'Eucla (WA)',
  'Australia/Lord_Howe': 'Lord Howe (NSW)',
}

export const TIME_ZONE_OPTIONS: readonly { value: LovedOneTimeZone; label: string }[] = LOVED_ONE_TIME_ZONES.map(
  (value) => ({ value, label: TIME_ZONE_LABELS[value] }),
)

export function isLovedOneTimeZone(zone: string): zone is LovedOneTimeZone {
  return (LOVED_ONE_TIME_ZONES as readonly string[]).includes(zone)
}

/** The label of an offered zone; for any other IANA zone, its place: "New York" for `America/New_York`. */
export function zoneLabel(zone: string): string {
  return isLovedOneTimeZone(zone) ? TIME_ZONE_LABELS[zone] : placeOf(zone)
}

/** How a sentence names a zone: "Sydney time". */
export function zoneCity(zone: string): string {
  return `${placeOf(zone)} time`
}

const shortNames = new Map<string, Intl.DateTimeFormat>()

/** The zone's short name in force at `instant`: "AEST", outside Australia mostly "GMT+9". Throws RangeError for an unknown zone. */
export function shortZoneName(instant: Date, zone: string): string {
  let format = shortNames.get(zone)
  if (!format) {
    // en-AU, because other locales call Australian zones GMT+10.
    format = new Intl.DateTimeFormat('en-AU', { timeZone: zone, timeZoneName: 'short' })
    shortNames.set(zone, format)
  }
  return format.formatToParts(instant).find((part) => part.type === 'timeZoneName')?.value ?? zone
}

function placeOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')
}
