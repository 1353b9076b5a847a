import { toWallClock } from '../recurrence/wall-clock.ts'
import { dayPlus } from './away-period.ts'

/** What somebody who is called asks for by text about their time away. */
export type AwayCommand =
  /** The last day without calls, `YYYY-MM-DD` on their clock; null: it could not be read. */
  { kind: 'away'; until: string | null } | { kind: 'back' }

const DAYS = /^away\s+(\d{1,3})(?:\s+days?)?$/
const UNTIL = /^away\s+(?:until|till|til)\s+(\d{1,2})\s*[/.-]\s*(\d{1,2})$/

/**
 * "AWAY 3", "AWAY UNTIL 30/11" and "BACK", in capitals or not; null for every other text. Before noon today is the first
 * of the days, later tomorrow is. A date means the next such day.
 */
export function awayCommandIn(text: string, now: Date, zone: string): AwayCommand | null {
  const said = text
    .toLowerCase()
    .replace(/[!.,\s]+$/, '')
    .trim()
    .replace(/\s+/g, ' ')
  if (said === 'back') return { kind: 'back' }
  if (said === 'away') return { kind: 'away', until: null }
  const days = DAYS.exec(said)
  if (days) return { kind: 'away', until: lastOfDays(Number(days[1]), now, zone) }
  const date = UNTIL.exec(said)
  if (date) return { kind: 'away', until: nextDate(Number(date[1]), Number(date[2]), now, zone) }
  return said.startsWith('away until ') ? { kind: 'away', until: null } : null
}

/** The last of so many days away, counted from today before noon and from tomorrow later; null for none. */
export function lastOfDays(days: number, now: Date, zone: string): string | null {
  if (days < 1) return null
  const { date, timeOfDay } = toWallClock(now, zone)
  return dayPlus(date, timeOfDay < '12:00' ? days - 1 : days)
}

function nextDate(day: number, month: number, now: Date, zone: string): string | null {
  const today = toWallClock(now, zone).date
  const two = (part: number) => String(part).padStart(2, '0')
  const year = Number(today.slice(0, 4))
  for (const candidate of [year, year + 1]) {
    const date = `${candidate}-${two(month)}-${two(day)}`
    if (isDate(date) && date >= today) return date
  }
  return null
}

function isDate(date: string): boolean {
  try {
    Temporal.PlainDate.from(date)
    return true
  } catch {
    return false
  }
}
