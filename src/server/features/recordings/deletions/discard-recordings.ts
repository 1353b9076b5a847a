import { unrecordDial } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { deleteRecordingsOfCallAt } from './delete-at-provider.ts'

/** After this time the call is over, and its recording is finished at the provider. */
const FINISHED_AFTER_MS = 10 * 60_000

/** Discards what is recorded of an attempt, also what the provider still records: it was a machine, and nobody agreed there. */
export async function discardRecordingsOf(
  trx: Trx,
  { attemptId, providerCallId }: { attemptId: number; providerCallId: string | null },
  now: Date,
): Promise<void> {
  if (!(await unrecordDial(trx, attemptId))) return
  await trx.deleteFrom('recordings').where('attemptId', '=', attemptId).execute()
  if (providerCallId === null) return
  await deleteRecordingsOfCallAt(trx, providerCallId, new Date(now.getTime() + FINISHED_AFTER_MS))
}
