import { z } from 'zod'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { dispatchRank } from '#core/calls/dispatch-order.ts'
import type { Db } from '#server/platform/database/database.ts'
import { defineJob, type Jobs } from '#server/platform/work/jobs.ts'

/** Wakes a worker when a call's dial is due. The call's own row says whether there is still something to dial. */
export const placeCallJob = defineJob('place-call', z.object({ callId: z.number().int() }), { retryDelaySeconds: 1 })

interface BookedDial {
  callId: number
  callType: CallType
  dialAt: Date
}

/** Enqueues the wake-up for a call's next dial, in the transaction that makes it due. */
export async function enqueueDial(jobs: Jobs, trx: Db, dial: BookedDial): Promise<void> {
  await jobs.send(trx, placeCallJob, { callId: dial.callId }, wakeUp(dial))
}

/** As `enqueueDial`, for many calls, in one statement. */
export async function enqueueDials(jobs: Jobs, trx: Db, dials: readonly BookedDial[]): Promise<void> {
  const items = dials.map((dial) => ({ payload: { callId: dial.callId }, ...wakeUp(dial) }))
  await jobs.sendAll(trx, placeCallJob, items)
}

function wakeUp({ callType, dialAt }: BookedDial) {
  return { startAfter: dialAt, priority: -dispatchRank(callType) }
}
