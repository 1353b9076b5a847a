import type { CallType } from '#core/calls/call-vocabulary.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { enqueueDial } from '../jobs.ts'

interface CallOfDial {
  id: number
  callType: CallType
}

interface NextDial {
  dialAt: Date
  /** The end of its grace period. */
  dialBy: Date
  /** Left out: it stays. */
  notYetCount?: number
  /** Shown while it is under way; left out: it stays. */
  reason?: string | null
  /** Why the try before this one does not count: it is an uncounted try, or the provider did not place the dial at all. */
  previousTry?: 'uncounted' | 'not_placed'
}

/**
 * Makes another dial of a call under way due, with the job that wakes a worker for it. The caller holds the call's
 * lock.
 */
export async function scheduleDial(
  jobs: Jobs,
  trx: Trx,
  { id, callType }: CallOfDial,
  { dialAt, dialBy, notYetCount, reason, previousTry }: NextDial,
): Promise<void> {
  await trx
    .updateTable('calls')
    .set({ dialAt, dialBy })
    .$if(notYetCount !== undefined, (update) => update.set({ notYetCount: notYetCount ?? 0 }))
    .$if(reason !== undefined, (update) => update.set({ reason: reason ?? null }))
    .$if(previousTry === 'uncounted', (update) =>
      update.set((eb) => ({ uncountedTries: eb('uncountedTries', '+', 1) })),
    )
    .$if(previousTry === 'not_placed', (update) =>
      update.set((eb) => ({
        triesMade: eb('triesMade', '-', 1),
        // After the first try nothing has begun after all.
        startedAt: eb.case().when('triesMade', '=', 1).then(null).else(eb.ref('startedAt')).end(),
      })),
    )
    .where('id', '=', id)
    .execute()
  await enqueueDial(jobs, trx, { callId: id, callType, dialAt })
}

/** As `scheduleDial`, for a call that had ended, and is open again. Returns false if it has not ended as completed or missed. */
export async function reopenCall(
  jobs: Jobs,
  trx: Trx,
  { id, callType }: CallOfDial,
  { dialAt, dialBy }: Pick<NextDial, 'dialAt' | 'dialBy'>,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('calls')
    .set({ status: 'in_progress', reason: null, endedAt: null, durationSeconds: null, dialAt, dialBy })
    .set({ endedByHelp: false })
    .where('id', '=', id)
    .where('status', 'in', ['completed', 'missed'])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await enqueueDial(jobs, trx, { callId: id, callType, dialAt })
  return true
}
