import type { Recurrence } from '#core/recurrence/recurrence.ts'

// The second opinion of the tests: reads the wall clock of a zone through Intl every hour, and in an hour in which it
// changes every quarter (clocks change on quarters), and walks through every minute it shows or leaves out. Shares no
// code with what it checks.

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 86_400_000
const SUNDAY_FIRST = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

export interface WallReadings {
  fromMs: number
  toMs: number
  /** What the wall shows at each quarter from `fromMs` on, as milliseconds as if that clock ran in UTC. */
  quarters: number[]
  /** Whether a gap ended within its own length before `instant`: only then may a ring be off its time of day. */
  isJustAfterGap(instant: Date): boolean
}

/** Reads 14 months of a zone's wall clock, from a month before `year` on. */
export function wallReadings(zone: string, year: number): WallReadings {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  const fromMs = Date.UTC(year, 0, 1) - 31 * DAY_MS
  const toMs = fromMs + 430 * DAY_MS
  const quarters: number[] = []
  const gaps: { endMs: number; lengthMs: number }[] = []
  const read = (ms: number) => {
    const [y = 0, mo = 0, d = 0, h = 0, mi = 0] = (format.format(ms).match(/\d+/g) ?? []).map(Number)
    return Date.UTC(y, mo - 1, d, h, mi)
  }
  let hourMs = fromMs
  let [shown, shownNext] = [read(fromMs), read(fromMs + HOUR_MS)]
  for (let ms = fromMs; ms <= toMs; ms += QUARTER_MS) {
    if (ms === hourMs + HOUR_MS) {
      hourMs = ms
      shown = shownNext
      shownNext = read(ms + HOUR_MS)
    }
    // Nothing has changed in an hour after which the wall shows an hour more.
    const wall = shownNext - shown === HOUR_MS ? shown + (ms - hourMs) : read(ms)
    const jump = wall - (quarters.at(-1) ?? wall - QUARTER_MS) - QUARTER_MS
    if (jump > 0) gaps.push({ endMs: ms, lengthMs: jump })
    quarters.push(wall)
  }
  const isJustAfterGap = (instant: Date) =>
    gaps.some(({ endMs, lengthMs }) => instant.getTime() >= endMs && instant.getTime() < endMs + lengthMs)
  return { fromMs, toMs, quarters, isJustAfterGap }
}

/** Every instant in those months at which `rule` rings, in order, each once. */
export function allRings(rule: Recurrence, { fromMs, quarters }: WallReadings): number[] {
  const rings = new Set<number>()
  const quartersWithTimes = new Set(timesOf(rule).map((time) => Math.floor(minuteOf(time) / 15)))
  let shownUntil = Number.NEGATIVE_INFINITY // minutes before this one have been on the wall, or were left out, already
  quarters.forEach((wall, index) => {
    const instant = fromMs + index * QUARTER_MS
    if (index > 0) {
      for (let skipped = shownUntil; skipped < wall; skipped += MINUTE_MS) {
        // Every skipped minute rings as far behind the jump as it lay behind the start of the gap.
        if (ringsWhenShown(rule, skipped)) rings.add(instant + (skipped - shownUntil))
      }
    }
    // Only spares the minutes of quarters in which no time of the rule lies.
    const minutes = quartersWithTimes.has(minuteOfDay(wall) / 15) ? 15 : 0
    for (let minute = 0; minute < minutes; minute++) {
      const shown = wall + minute * MINUTE_MS
      if (shown >= shownUntil && ringsWhenShown(rule, shown)) rings.add(instant + minute * MINUTE_MS)
    }
    shownUntil = Math.max(shownUntil, wall + QUARTER_MS)
  })
  return [...rings].sort((a, b) => a - b)
}

function minuteOfDay(wallMs: number): number {
  return (((wallMs / MINUTE_MS) % 1440) + 1440) % 1440
}

function minuteOf(timeOfDay: string): number {
  return Number(timeOfDay.slice(0, 2)) * 60 + Number(timeOfDay.slice(3))
}

function timesOf(rule: Recurrence): string[] {
  if (rule.kind === 'once') return []
  return rule.kind === 'custom' ? rule.slots.map((slot) => slot.timeOfDay) : [rule.timeOfDay]
}

function ringsWhenShown(rule: Recurrence, wallMs: number): boolean {
  const minute = minuteOfDay(wallMs)
  if (!timesOf(rule).some((time) => minuteOf(time) === minute)) return false

  const wall = new Date(wallMs)
  const dayOfWeek = wall.getUTCDay()
  const weekDay = SUNDAY_FIRST[dayOfWeek]
  switch (rule.kind) {
    case 'once':
      return false
    case 'daily':
      return true
    case 'weekdays':
      return dayOfWeek >= 1 && dayOfWeek <= 5
    case 'weekends':
      return dayOfWeek === 0 || dayOfWeek === 6
    case 'weekly':
      return weekDay === rule.weekDay
    case 'monthly': {
      const isLastDay = new Date(wallMs + DAY_MS).getUTCDate() === 1
      return wall.getUTCDate() === rule.dayOfMonth || (isLastDay && wall.getUTCDate() < rule.dayOfMonth)
    }
    case 'custom':
      return rule.slots.some((slot) => slot.weekDay === weekDay && minuteOf(slot.timeOfDay) === minute)
  }
}
