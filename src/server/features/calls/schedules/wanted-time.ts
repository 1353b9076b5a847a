import { AppError } from '#server/platform/http/app-error.ts'

/** A form takes a moment to fill in: up to a minute past is still "now". */
const PAST_TOLERANCE_MS = 60_000

/** Refuses a wanted time that is more than a minute past. */
export function refusePast(wanted: Date, now: Date): void {
  if (wanted.getTime() < now.getTime() - PAST_TOLERANCE_MS) {
    throw new AppError('invalid', "Please choose a time that hasn't passed", { field: 'scheduledTime' })
  }
}

/** Recurring schedules are kept in whole minutes of the wall clock; a start is the first one at or after it. */
export function wholeMinute(instant: Date): Date {
  return new Date(Math.ceil(instant.getTime() / 60_000) * 60_000)
}
