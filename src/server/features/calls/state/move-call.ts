import type { CallType } from '#core/calls/call-vocabulary.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { enqueueDial } from '../jobs.ts'

/**
 * Moves a scheduled call to another instant and enqueues the dial that is due then. A wake-up for the old time finds
 * nothing to do: the row says what is due. It may be dialled to the end of its grace period, or until `until`. Forgets
 * occurrences that were skipped before it, except `skipped`. The caller holds the row's lock.
 */
export async function moveCall(
  trx: Db,
  jobs: Jobs,
  call: { id: number; callType: CallType },
  scheduledFor: Date,
  until = dialBy(call.callType, scheduledFor),
  skipped: readonly Date[] = [],
): Promise<void> {
  await trx
    .updateTable('calls')
    .set({ scheduledFor, dialAt: scheduledFor, dialBy: until, lateNotifiedAt: null, skippedTimes: [...skipped] })
    .where('id', '=', call.id)
    .where('status', '=', 'scheduled')
    .execute()
  await enqueueDial(jobs, trx, { callId: call.id, callType: call.callType, dialAt: scheduledFor })
}
