import { CALL_TYPE_LABELS } from '#contract/call-labels.ts'
import type { SummedUpCall } from '#core/notifications/summary-text.ts'
import { localDayOf } from '#core/recurrence/wall-clock.ts'
import type { Db } from '#server/platform/database.ts'

/** The calls of an account that were promised between two instants, with what came of them; in order of time. */
export async function callsBetween(db: Db, accountId: number, from: Date, to: Date): Promise<SummedUpCall[]> {
  const rows = await selectCalls(db, accountId)
    .leftJoin('incidents', 'incidents.callId', 'calls.id')
    .leftJoin('incidentPeople', 'incidentPeople.id', 'incidents.ownerId')
    .select(['calls.status', 'calls.reason', 'calls.attemptsMade'])
    .select(['incidents.cause', 'incidents.status as incidentStatus', 'incidents.endedHow'])
    .select('incidentPeople.name as owner')
    .where('calls.scheduledFor', '>=', from)
    .where('calls.scheduledFor', '<', to)
    .execute()
  return rows.map(({ callType, cause, incidentStatus, endedHow, owner, attemptsMade, ...call }) => ({
    ...call,
    what: CALL_TYPE_LABELS[callType],
    wasPlaced: attemptsMade > 0,
    incident: cause && incidentStatus ? { cause, status: incidentStatus, endedHow, owner } : null,
  }))
}

/** What is still to come before the day of `now` is over in `zone`. */
export async function comingToday(db: Db, accountId: number, now: Date, zone: string) {
  const rows = await selectCalls(db, accountId)
    .where('calls.status', '=', 'scheduled')
    .where('calls.scheduledFor', '>=', now)
    .where('calls.scheduledFor', '<', localDayOf(now, zone).end)
    .execute()
  return rows.map(({ callType, ...call }) => ({ ...call, what: CALL_TYPE_LABELS[callType] }))
}

function selectCalls(db: Db, accountId: number) {
  return db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['calls.callType', 'calls.scheduledFor', 'lovedOnes.name', 'lovedOnes.timezone as zone'])
    .where('calls.accountId', '=', accountId)
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id')
}
