import { firstOccurrence, nextOccurrence } from '#core/recurrence/next-occurrence.ts'
import type { Recurrence } from '#core/recurrence/recurrence.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The first occurrence of `rule` at or after `from` that is not rung or booked yet: an edit can move a schedule onto a time just rung. */
export async function freeOccurrence(
  trx: Db,
  {
    scheduleId,
    rule,
    zone,
    exceptCallId,
  }: { scheduleId: number; rule: Recurrence; zone: string; exceptCallId?: number },
  from: Date,
): Promise<Date | null> {
  let candidate: Date | null = firstOccurrence(rule, from, zone)
  while (candidate && (await isTaken(trx, scheduleId, candidate, exceptCallId))) {
    candidate = nextOccurrence(rule, candidate, zone)
  }
  return candidate
}

async function isTaken(trx: Db, scheduleId: number, scheduledFor: Date, exceptCallId = 0): Promise<boolean> {
  const row = await trx
    .selectFrom('calls')
    .select('id')
    .where('scheduleId', '=', scheduleId)
    .where('scheduledFor', '=', scheduledFor)
    .where('id', '<>', exceptCallId)
    .executeTakeFirst()
  return row !== undefined
}
