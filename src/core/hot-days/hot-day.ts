import { WAKING_FROM, WAKING_UNTIL } from '../calls/waking-hours.ts'
import { toInstant, toWallClock } from '../recurrence/wall-clock.ts'
import { minutesOfDay } from '../time-of-day.ts'
import type { Town } from './towns.ts'

/** After that there is too little of today left for an offer to be news. */
const NOON = '12:00'
/** The usual time of the one more call, on the loved one's clock. */
const USUAL_TIME = '14:00'
/** So much sooner than the call somebody may still accept it. */
const LEAD_MINUTES = 15
const STEP_MINUTES = 30

/** Whether a day of that highest temperature, in whole degrees Celsius, is very hot in the town. */
export function isVeryHot({ veryHotFrom }: Pick<Town, 'veryHotFrom'>, degrees: number): boolean {
  return degrees >= veryHotFrom
}

/**
 * The days that an offer may be made for now, on the calendar of `zone`: today until noon, and tomorrow; none outside of waking hours, so
 * that nobody is written to at night.
 */
export function daysToOffer(now: Date, zone: string): string[] {
  const { date, timeOfDay } = toWallClock(now, zone)
  if (timeOfDay < WAKING_FROM || timeOfDay >= WAKING_UNTIL) return []
  const tomorrow = dayAfter(date)
  return timeOfDay < NOON ? [date, tomorrow] : [tomorrow]
}

/**
 * The time that is proposed for the call, `HH:MM` on the clocks of `zone`: 14:00, or the next half hour after it when it has
 * passed; null when none is left in the waking hours of that day.
 */
export function proposedTime(day: string, now: Date, zone: string): string | null {
  const { date, timeOfDay } = toWallClock(now, zone)
  if (day > date) return USUAL_TIME
  if (day < date) return null
  const soonest = Math.ceil((minutesOfDay(timeOfDay) + LEAD_MINUTES) / STEP_MINUTES) * STEP_MINUTES
  const minutes = Math.max(soonest, minutesOfDay(USUAL_TIME))
  return minutes < minutesOfDay(WAKING_UNTIL) ? timeOfMinutes(minutes) : null
}

/** When a call at that time of the day rings. */
export const callTime = (day: string, timeOfDay: string, zone: string): Date => toInstant(day, timeOfDay, zone)

const timeOfMinutes = (minutes: number): string =>
  Temporal.PlainTime.from('00:00').add({ minutes }).toString({ smallestUnit: 'minute' })

const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
