import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import type { Recurrence } from '#core/recurrence/recurrence.ts'
import type { Db } from '#server/platform/database/database.ts'

/** The first occurrence of `rule` at or after `from` that is not rung, booked or changed yet: an edit can move a schedule onto a time just rung. */
export async function freeOccurrence(
  trx: Db,
  {
    scheduleId,
    rule,
    zone,
    exceptCallId,
    changed = new Set(),
  }: {
    scheduleId: number
    rule: Recurrence
    zone: string
    exceptCallId?: number
    changed?: ReadonlySet<string> | undefined
  },
  from: Date,
): Promise<Date | null> {
  const kept = { rule, zone, changed }
  let candidate = nextKeptOccurrence(kept, new Date(from.getTime() - 1))
  while (candidate && (await isTaken(trx, scheduleId, candidate, exceptCallId))) {
    candidate = nextKeptOccurrence(kept, candidate)
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
