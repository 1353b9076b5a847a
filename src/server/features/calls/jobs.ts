import { z } from 'zod'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { departureRank } from '#core/calls/departure-order.ts'
import type { Db } from '#server/platform/database.ts'
import { defineJob, type Jobs } from '#server/platform/jobs.ts'

/** Wakes a worker when a call's dial is due. The call's own row says whether there is still something to dial. */
export const placeCallJob = defineJob('place-call', z.object({ callId: z.number().int() }), { retryDelaySeconds: 1 })

/** Enqueues the wake-up for a call's next dial, in the transaction that owes it. */
export async function enqueueDial(
  jobs: Jobs,
  trx: Db,
  { callId, callType, dialAt }: { callId: number; callType: CallType; dialAt: Date },
): Promise<void> {
  await jobs.send(trx, placeCallJob, { callId }, { startAfter: dialAt, priority: -departureRank(callType) })
}
