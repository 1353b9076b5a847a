import type { CallStatus, FinalStatus } from '#core/calls/call-vocabulary.ts'
import type { Trx } from '#server/platform/database/database.ts'

interface End {
  status: FinalStatus
  /** Why it was not completed, as a sentence; null when it was. */
  reason: string | null
  durationSeconds: number | null
  now: Date
}

const OPEN = ['scheduled', 'in_progress'] as const
const NOT_COMPLETED = ['missed', 'failed', 'voicemail'] as const

/**
 * Writes the one final status of a call. Returns false, and writes nothing, where it has ended: except that `completed`
 * replaces any other end.
 */
export async function endCall(trx: Trx, id: number, { status, reason, durationSeconds, now }: End): Promise<boolean> {
  const from: readonly CallStatus[] = status === 'completed' ? [...OPEN, ...NOT_COMPLETED] : OPEN
  const ended = await trx
    .updateTable('calls')
    .set({ status, reason, dialAt: null, dialBy: null, endedAt: now, durationSeconds })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .returning('id')
    .executeTakeFirst()
  return ended !== undefined
}

/** A machine had taken what was written down as one of `from`. Returns false where it ended otherwise. */
export async function correctToVoicemail(
  trx: Trx,
  id: number,
  { reason, from }: { reason: string; from: readonly FinalStatus[] },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('calls')
    .set({ status: 'voicemail', reason })
    .where('id', '=', id)
    .where('status', 'in', [...from])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Why a call ended as it did is better known now. */
export async function restateReason(trx: Trx, id: number, reason: string): Promise<void> {
  await trx.updateTable('calls').set({ reason }).where('id', '=', id).execute()
}
