import { isLovedOneTimeZone, TIME_ZONE_OPTIONS, zoneLabel } from './time-zones.ts'

export interface ZoneChoice {
  /** An IANA zone. */
  value: string
  /** "New York". */
  label: string
  /** Choices that stand together: "Australia", "America". */
  group: string
}

const OURS = 'Australia'

/** Every zone to choose from: those of loved ones first, then the `known` ones by parts of the world. `present` is always among them. */
export function zoneChoices(known: readonly string[], present: string): ZoneChoice[] {
  const others = new Set([...known, present].filter((zone) => !isLovedOneTimeZone(zone)))
  const rest = [...others]
    .map((value) => ({ value, label: zoneLabel(value), group: partOfTheWorld(value) }))
    .sort((one, other) => one.group.localeCompare(other.group) || one.label.localeCompare(other.label))
  return [...TIME_ZONE_OPTIONS.map((option) => ({ ...option, group: OURS })), ...rest]
}

/** Those that hold every typed word, in the place, the part of the world or the zone's name: "york", "america new". */
export function findZoneChoices(choices: readonly ZoneChoice[], typed: string): readonly ZoneChoice[] {
  const words = typed
    .toLowerCase()
    .split(/[\s/_]+/)
    .filter(Boolean)
  if (words.length === 0) return choices
  return choices.filter(({ value, label }) => {
    const text = `${label} ${value.replaceAll(/[/_]/g, ' ')}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

function partOfTheWorld(zone: string): string {
  const [part = ''] = zone.split('/')
  if (part === OURS) return 'Elsewhere in Australia'
  return zone.includes('/') ? part : 'Others'
}
