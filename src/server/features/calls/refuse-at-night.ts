import { nightTimeOf } from '#core/calls/night.ts'
import { formatTimeOfDay } from '#core/format/dates.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Booking } from './deps.ts'

/** Refuses a call between 21:00 and 7:00 on the loved one's clocks, unless somebody has confirmed the hour. */
export function refuseAtNight({ rule, first, zone }: Booking, name: string, isConfirmed: boolean): void {
  const night = isConfirmed ? null : nightTimeOf(rule, first, zone)
  if (night === null) return
  const time = formatTimeOfDay(night)
  const words = `Ring ${name} at ${time}? That is at night there. Please confirm it, or choose a time from 7:00 AM to 9:00 PM.`
  throw new AppError('invalid', words, { field: 'confirmNight' })
}
