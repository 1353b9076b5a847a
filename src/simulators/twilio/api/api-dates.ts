const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/
const DAY_MILLISECONDS = 86_400_000

/** An instant as the 2010-04-01 API writes it: RFC 2822, GMT as `+0000`, whole seconds. */
export function toRfc2822(date: Date): string {
  return date.toUTCString().replace('GMT', '+0000')
}

/** The half-open window of instants that a `StartTime`, `StartTime<`, `StartTime>` (or `DateSent…`) filter lets through. */
export interface TimeWindow {
  from: number
  until: number
}

/**
 * Reads the three forms of one date filter from a query. A plain day means that whole day in UTC; `>` includes its bound,
 * `<` does not. Instants count in whole seconds, because that is all the resources show.
 * Returns null when a value is not a date.
 */
export function timeWindow(query: Readonly<Record<string, unknown>>, name: string): TimeWindow | null {
  const window: TimeWindow = { from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }
  for (const suffix of ['', '>', '<'] as const) {
    const value = query[name + suffix]
    if (typeof value !== 'string' || value === '') continue
    const instant = Date.parse(value)
    if (Number.isNaN(instant)) return null
    const width = DAY_ONLY.test(value) ? DAY_MILLISECONDS : 1000
    if (suffix !== '<') window.from = Math.max(window.from, instant)
    if (suffix === '') window.until = Math.min(window.until, instant + width)
    if (suffix === '<') window.until = Math.min(window.until, instant)
  }
  return window
}

/** Whether an instant, cut to whole seconds, lies in the window. */
export function isWithin(window: TimeWindow, date: Date): boolean {
  const second = Math.floor(date.getTime() / 1000) * 1000
  return second >= window.from && second < window.until
}
