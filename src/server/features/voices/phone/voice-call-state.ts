import { linkDial } from '#server/features/dialling/public.ts'
import { deleteRecordingsOfCallAt } from '#server/features/recordings/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { VoiceCallDeps } from './deps.ts'

type Deps = Pick<VoiceCallDeps, 'db' | 'clock' | 'timing'>

/** No call lasts as long: what the provider has of it by then is deleted there, whether we have fetched it or not. */
const DELETED_AFTER_MS = 15 * 60_000

/** Links a call to the provider's, and schedules the deletion of everything recorded in it there. Repeating it does no harm. */
export async function linkVoiceCall(
  deps: Deps,
  trx: Trx,
  { id, providerCallId, isAnswered = false }: { id: number; providerCallId: string; isAnswered?: boolean },
): Promise<void> {
  await linkDial(deps, trx, { id, providerCallId: null }, providerCallId, { isAnswered })
  await deleteRecordingsOfCallAt(trx, providerCallId, new Date(deps.clock.now().getTime() + DELETED_AFTER_MS))
}

/** Ends a call that has not ended. `not_placed`: the provider certainly did not place it. */
export async function endVoiceCall(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
  end: { state: 'ended' | 'not_placed'; providerStatus: string | null; durationSeconds: number | null },
): Promise<void> {
  await db
    .updateTable('voiceCalls')
    .set({ ...end, endedAt: clock.now(), nextAt: null })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .execute()
}

const KEPT_MS = 24 * 3_600_000

/** Deletes calls in which members recorded their voice, a day after they were made; the limits of numbers count them without a number. */
export async function deleteOldVoiceCalls(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('voiceCalls')
    .where('startedAt', '<', new Date(now.getTime() - KEPT_MS))
    .execute()
}
