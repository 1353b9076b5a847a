import { sql } from 'kysely'
import { bookNextOccurrences, claimAsUnknown, endGracePeriod, MAY_BE_DIALLED } from '#server/features/calls/public.ts'
import { type Failover, inDoubtDialBy } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { allOrEach, inSavepoint } from '#server/platform/database/statements/all-or-each.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { DUE_COLUMNS, type DueCallWithoutConsent, nextCallsOfSchedules, numberToDial } from '../attempts/due-calls.ts'

const BATCH_SIZE = 500
/** Those that may still be dialled are reconciled before those that cannot. */
const FIRST_ASKED_MS = 3_600_000

/**
 * After a restore or a fail-over: whether a dial that was due before it has been made in the time that is lost, nobody knows
 * here. Each becomes an attempt whose outcome is unknown, so that the reconciler asks the provider before it dials. What
 * follows in a schedule is booked as if the call had been dialled, and is marked as well where it was due meanwhile. Returns how
 * many there are. `lost` is given after a fail-over: then a call that cannot be marked ends as overdue without being dialled, and
 * keeps no other from being marked. A restore is refused instead.
 */
export async function markDueCallsUnknown(
  trx: Trx,
  jobs: Jobs,
  now: Date,
  lost?: Pick<Failover, 'dueUntil' | 'askAt' | 'onSpoilt'>,
): Promise<number> {
  let marked = 0
  const spoilt: number[] = []
  for (;;) {
    const due = await trx
      .selectFrom('calls')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
      .select([...DUE_COLUMNS, 'calls.dialAt'])
      .where('calls.dialAt', '<=', lost?.dueUntil ?? now)
      .where(MAY_BE_DIALLED)
      .where(sql<boolean>`calls.id <> all(${spoilt}::bigint[])`)
      .orderBy('calls.dialAt')
      .limit(BATCH_SIZE)
      .execute()
    if (due.length === 0) return marked
    const markAll = async (calls: readonly (typeof due)[number][]) => {
      for (const call of calls) await markUnknown(trx, call, now, lost)
      await bookNextOccurrences(trx, jobs, nextCallsOfSchedules(calls))
    }
    const before = spoilt.length
    if (lost === undefined) await markAll(due)
    else {
      await allOrEach(trx, due, {
        write: markAll,
        async spoilt(call, error) {
          spoilt.push(call.id)
          lost.onSpoilt({ table: 'calls', id: call.id }, error)
          // What refuses this as well refuses a claim.
          await inSavepoint(trx, () => endGracePeriod(trx, call.id, { dialAt: now, dialBy: inDoubtDialBy(now) }))
        },
      })
    }
    marked += due.length - (spoilt.length - before)
  }
}

async function markUnknown(
  trx: Trx,
  call: DueCallWithoutConsent & { dialAt: Date | null },
  now: Date,
  lost?: Pick<Failover, 'askAt'>,
): Promise<void> {
  const dueAt = call.dialAt ?? now
  const dialBy = call.dialBy ?? now
  const isInTime = dialBy >= now
  // Its lateness is reported with its end.
  await claimAsUnknown(trx, call.id, { dueAt, lateNotifiedAt: isInTime ? null : now })
  await trx
    .insertInto('attempts')
    .values({
      callId: call.id,
      attemptNumber: call.triesMade + 1,
      phoneNumber: numberToDial(call),
      state: 'unknown',
      startedAt: dueAt,
      dialBy,
      nextAt: lost?.askAt ?? (isInTime ? new Date(now.getTime() - FIRST_ASKED_MS) : now),
      outcomeUnknownSince: lost ? now : null,
    })
    .execute()
}
