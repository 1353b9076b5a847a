import { toWallClock } from '../recurrence/wall-clock.ts'

/** A day of the calendar with more calls than one person is rung. */
export interface FullDay {
  /** An instant on it. */
  at: Date
  booked: number
  wanted: number
}

/** The first day of the calendar in `zone` with more than `most` calls, wanted and booked; null without one. */
export function firstFullDay(
  { booked, wanted }: { booked: readonly Date[]; wanted: readonly Date[] },
  { zone, most }: { zone: string; most: number },
): FullDay | null {
  const dayOf = (at: Date) => toWallClock(at, zone).date
  const bookedOn = Map.groupBy(booked, dayOf)
  for (const [day, [at, ...further]] of Map.groupBy(wanted, dayOf)) {
    const before = bookedOn.get(day)?.length ?? 0
    if (at && before + 1 + further.length > most) return { at, booked: before, wanted: 1 + further.length }
  }
  return null
}
