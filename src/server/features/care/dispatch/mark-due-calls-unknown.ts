import { bookNextOccurrences, claimAsUnknown, MAY_BE_DIALLED } from '#server/features/calls/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { DUE_COLUMNS, type DueCallWithoutConsent, nextCallsOfSchedules, numberToDial } from '../attempts/due-calls.ts'

const BATCH_SIZE = 500
/** Those that may still be dialled are reconciled before those that cannot. */
const FIRST_ASKED_MS = 3_600_000

/**
 * After a restore: whether a dial that was due before it has been made since the backup, nobody knows here. Each becomes an
 * attempt whose outcome is unknown, so that the reconciler asks the provider before it dials. What follows in a
 * schedule is booked as if the call had left, and is marked as well where it was due meanwhile. Returns how many there are.
 */
export async function markDueCallsUnknown(trx: Trx, jobs: Jobs, restoredAt: Date): Promise<number> {
  let marked = 0
  for (;;) {
    const due = await trx
      .selectFrom('calls')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
      .select([...DUE_COLUMNS, 'calls.dialAt'])
      .where('calls.dialAt', '<=', restoredAt)
      .where(MAY_BE_DIALLED)
      .orderBy('calls.dialAt')
      .limit(BATCH_SIZE)
      .execute()
    if (due.length === 0) return marked
    for (const call of due) await markUnknown(trx, call, restoredAt)
    await bookNextOccurrences(trx, jobs, nextCallsOfSchedules(due))
    marked += due.length
  }
}

async function markUnknown(
  trx: Trx,
  call: DueCallWithoutConsent & { dialAt: Date | null },
  restoredAt: Date,
): Promise<void> {
  const dueAt = call.dialAt ?? restoredAt
  const dialBy = call.dialBy ?? restoredAt
  const isInTime = dialBy >= restoredAt
  // Its lateness is reported with its end.
  await claimAsUnknown(trx, call.id, { dueAt, lateNotifiedAt: isInTime ? null : restoredAt })
  await trx
    .insertInto('attempts')
    .values({
      callId: call.id,
      attemptNumber: call.attemptsMade + 1,
      phoneNumber: numberToDial(call),
      state: 'unknown',
      startedAt: dueAt,
      dialBy,
      nextAt: isInTime ? new Date(restoredAt.getTime() - FIRST_ASKED_MS) : restoredAt,
    })
    .execute()
}
