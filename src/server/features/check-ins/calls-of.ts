import type { CheckInCall } from '#core/call-policy/check-in.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { IS_AWAY } from '#server/features/calls/public.ts'
import type { EndingCall } from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { KnownLovedOne } from './who-is-it.ts'

export type OwnCall = CheckInCall &
  EndingCall & { asksBy: AsksBy; scheduleId: number | null; endedAt: Date | null; catchUpFor: Date | null }

const HOUR_MS = 3_600_000
/** Longer than the longest day of any zone, and than the time ahead that a check-in can answer. */
const AROUND_MS = 26 * HOUR_MS

/** Locks the calls that a check-in may concern: a dial, a retry and an answer wait, and then find what the check-in made of them. */
export async function lockCallsOf(trx: Trx, lovedOne: KnownLovedOne, now: Date): Promise<OwnCall[]> {
  const rows = await trx
    .selectFrom('calls')
    .select(['id', 'accountId', 'lovedOneId', 'scheduleId', 'callType', 'asksBy', 'status', 'scheduledFor', 'endedAt'])
    .select('catchUpFor')
    .where('lovedOneId', '=', lovedOne.id)
    .where((eb) =>
      eb.or([
        eb('status', 'in', ['scheduled', 'in_progress']),
        eb('scheduledFor', '>=', new Date(now.getTime() - AROUND_MS)),
      ]),
    )
    .where('scheduledFor', '<=', new Date(now.getTime() + AROUND_MS))
    // One in a time away is skipped at its time, and stays out of the history.
    .where((eb) => eb.or([eb('status', '<>', 'scheduled'), eb.not(IS_AWAY)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const alarming = await alarmingCalls(trx, lovedOne)
  return rows.map((row) => ({ ...row, name: lovedOne.name, isAlarming: alarming.has(row.id) }))
}

/** Those with an incident that still wants an owner. Read after the lock: rows written while this waited count. */
async function alarmingCalls(trx: Trx, { id }: KnownLovedOne): Promise<Set<number | null>> {
  const incidents = await trx
    .selectFrom('incidentCauses')
    .innerJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
    .select('incidentCauses.callId')
    .where('incidents.lovedOneId', '=', id)
    .leftJoin('calls', 'calls.id', 'incidentCauses.callId')
    .where((eb) =>
      eb.or([
        eb('incidentCauses.cause', 'in', ['not_made', 'not_reached']),
        // Our reply to words that were not understood asks the same question again.
        eb.and([eb('incidentCauses.cause', '=', 'unclear'), eb('calls.asksBy', '=', 'text')]),
      ]),
    )
    .where('incidentCauses.endedAt', 'is', null)
    .where('incidents.status', '<>', 'resolved')
    .execute()
  return new Set(incidents.map(({ callId }) => callId))
}
