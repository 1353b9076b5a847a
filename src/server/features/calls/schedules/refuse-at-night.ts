import { nightTimeOf } from '#core/calls/night.ts'
import { formatDateTime, formatTimeOfDay } from '#core/format/dates.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Booking } from '../deps.ts'

/** Refuses a call between 21:00 and 7:00 on the loved one's clocks, unless the hour was confirmed. */
export function refuseAtNight({ rule, first, zone }: Booking, name: string, isConfirmed: boolean): void {
  const night = isConfirmed ? null : nightTimeOf(rule, first, zone)
  if (night === null) return
  const time = formatTimeOfDay(night)
  const words = `Ring ${name} at ${time}? It's night there. Please confirm, or choose a time from 7:00 AM to 9:00 PM.`
  throw new AppError('invalid', words, { field: 'confirmNight' })
}

/** In the transaction of a change of zone: refuses that a call planned once would ring between 21:00 and 7:00 and did not before. */
export async function refuseMovedIntoNight(
  trx: Trx,
  { lovedOneId, previousZone, now }: { lovedOneId: number; previousZone: string; now: Date },
): Promise<void> {
  const calls = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['calls.scheduledFor', 'lovedOnes.name', 'lovedOnes.timezone'])
    .where('calls.lovedOneId', '=', lovedOneId)
    .where('calls.status', '=', 'scheduled')
    .where('calls.scheduleId', 'is', null)
    .where('calls.catchUpFor', 'is', null)
    // One that rings instead of a regular time keeps its time on the wall.
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('occurrenceChanges').select('id').whereRef('callId', '=', 'calls.id'))),
    )
    // A due call rings now, whatever the hour there: Call Now has asked on the screen.
    .where('calls.scheduledFor', '>', now)
    .orderBy('calls.scheduledFor')
    .execute()
  const isAtNight = (at: Date, zone: string) => nightTimeOf({ kind: 'once' }, at, zone) !== null
  const moved = calls.find(
    (call) => isAtNight(call.scheduledFor, call.timezone) && !isAtNight(call.scheduledFor, previousZone),
  )
  if (!moved) return
  const when = formatDateTime(moved.scheduledFor, moved.timezone)
  const words = `Ring ${moved.name} at night? In the new timezone a scheduled call rings on ${when}. Please confirm, or change that call first.`
  throw new AppError('invalid', words, { field: 'confirmNight' })
}
