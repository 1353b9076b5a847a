import { sql } from 'kysely'
import { callEnd } from '#core/calls/call-end.ts'
import { FINAL_STATUSES, type FinalStatus } from '#core/calls/call-vocabulary.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import type { ReportedCall } from '#core/report/reported-call.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'

/** Whose calls, promised from one instant on and before another. */
export interface CallsOf {
  accountId: number
  lovedOneId: number
  from: Date
  to: Date
}

/** A call with its instant, and the zone in which it was made. */
export type PlacedCall = ReportedCall & { at: Date; zone: string }

/** The ended calls to an account's loved one, in order of time, without a word that was said in them. Rehearsals are left out. */
export async function reportedCalls(db: Db, calls: CallsOf): Promise<PlacedCall[]> {
  const rows = await readCalls(db, calls)
  const tries = await readTries(db, { callIds: rows.map(({ id }) => id) })
  const triesOf = Map.groupBy(tries, ({ callId }) => callId)
  return rows.map((row) => {
    const own = triesOf.get(row.id) ?? []
    const answered = own.findIndex(({ response }) => response !== null)
    const answer = own[answered]
    const local = toWallClock(row.scheduledFor, row.zone)
    return {
      at: row.scheduledFor,
      zone: row.zone,
      day: local.date,
      callType: row.callType,
      end: callEnd({
        status: row.status,
        wasDialled: row.triesMade > 0,
        wasCancelled: row.cancelledAt !== null,
        wasResolved: row.resolvedAt !== null,
        isRefused: row.refusedAt !== null,
      }),
      reason: row.reason,
      slot: row.movedFrom ?? (row.scheduleId === null ? null : local.timeOfDay),
      tries: own.length,
      answeredAtTry: answer ? answered + 1 : null,
      secondsToAnswer: answer && row.asksBy === 'call' ? secondsOf(answer) : null,
      saidNotYet: own.some(({ response }) => response === 'not_yet'),
      saidYes: own.some(({ response }) => response === 'acknowledged'),
    }
  })
}

const readCalls = preparedStatement(
  (db, { accountId, lovedOneId, from, to }: { [Name in keyof CallsOf]: Param<CallsOf[Name]> }) =>
    db
      .selectFrom('calls')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
      .select(['calls.id', 'calls.scheduleId', 'calls.scheduledFor', 'calls.callType', 'calls.asksBy', 'calls.reason'])
      .select(['calls.triesMade', 'calls.cancelledAt', 'calls.resolvedAt', 'calls.refusedAt'])
      .select((eb) => [
        eb.ref('calls.status').$castTo<FinalStatus>().as('status'),
        // A past call stays in the zone in which it was made.
        eb.fn.coalesce('calls.zone', 'lovedOnes.timezone').as('zone'),
        sql<string | null>`(
          select time_of_day from occurrence_changes where occurrence_changes.call_id = calls.id)`.as('movedFrom'),
      ])
      .where('calls.accountId', '=', accountId)
      .where('calls.lovedOneId', '=', lovedOneId)
      .where('calls.status', 'in', FINAL_STATUSES)
      .where('calls.isRehearsal', '=', false)
      .where('calls.scheduledFor', '>=', from)
      .where('calls.scheduledFor', '<', to)
      .orderBy('calls.scheduledFor')
      .orderBy('calls.id'),
)

/**
 * The tries at which the phone rang, in their order: not those that the provider did not place, or could not put through.
 * Who rang Cooee themselves has answered no ring of ours.
 */
const readTries = preparedStatement((db, { callIds }: { callIds: Param<readonly number[]> }) =>
  db
    .selectFrom('attempts')
    .select(['callId', 'response', 'startedAt'])
    .select(
      sql<Date | null>`(
        select min(turns.at) from turns
        where turns.attempt_id = attempts.id and turns.speaker = 'person' and turns.step like 'answer %')`.as('saidAt'),
    )
    .where('callId', '=', (eb) => eb.fn.any(callIds))
    .where('state', '<>', 'not_placed')
    .where((eb) =>
      eb.or([
        eb('response', 'is not', null),
        eb('outcome', 'is', null),
        eb('outcome', 'not in', ['rejected', 'failed']),
      ]),
    )
    .orderBy('attempts.id'),
)

/** Null once the words of the call were deleted, and with them when they were said. */
function secondsOf({ startedAt, saidAt }: { startedAt: Date; saidAt: Date | null }): number | null {
  return saidAt && saidAt >= startedAt ? (saidAt.getTime() - startedAt.getTime()) / 1000 : null
}
