/** A day of the calendar; `weekDay` counts from 1, Monday. */
export interface CalendarDay {
  weekDay: number
  day: number
  month: number
}

/**
 * How a language says what no catalogue can hold: times, days and numbers. Spoken forms are words alone outside of English,
 * without digits, and without what a voice would have to guess.
 */
export interface SpokenForms {
  /** A time of day, in minutes from midnight, as the texts of calls put it in: "alle nove del mattino". */
  time(minutes: number): string
  /** The same as it is texted: "9:00". */
  writtenTime(minutes: number): string
  /** "venerdì tredici marzo" */
  day(day: CalendarDay): string
  /** "venerdì 13 marzo" */
  writtenDay(day: CalendarDay): string
  /** "tre giorni" */
  days(count: number): string
  /** A number from 0 to 99. */
  number(number: number): string
  /** "Anna e Maria" */
  list(names: readonly string[]): string
  /** "Anna o Maria" */
  either(names: readonly string[]): string
}

/** What the two lists need: the rules of the Unicode consortium. */
export function listForms(locale: string): Pick<SpokenForms, 'list' | 'either'> {
  const all = new Intl.ListFormat(locale, { type: 'conjunction' })
  const one = new Intl.ListFormat(locale, { type: 'disjunction' })
  return { list: (names) => all.format(names), either: (names) => one.format(names) }
}

/** "9:00", "14:30": the clock of 24 hours, as languages other than English write it. */
export function clockOf(minutes: number): string {
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}
