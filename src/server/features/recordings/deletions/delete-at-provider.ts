import type { Selectable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { RecordingDeletionsTable } from '#server/platform/database/schema.ts'
import { eachJob, type JobHandler } from '#server/platform/work/jobs.ts'
import type { RecordingsDeps } from '../deps.ts'
import { deleteRecordingJob } from '../jobs.ts'
import { claimRow, DELETIONS, retryRow } from '../retried-rows.ts'

type Deletion = Selectable<RecordingDeletionsTable>

/** How often the provider is asked for the recordings of a removed call when it has none. */
const MAX_POLLS = 5

/**
 * Has the provider delete a recording, with retries until it has. The database adds more deletions by itself: see the
 * triggers.
 */
export async function enqueueDeletion(deps: RecordingsDeps, trx: Trx, providerRecordingId: string): Promise<void> {
  const deletion = await trx
    .insertInto('recordingDeletions')
    .values({ providerRecordingId, deleteAt: deps.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (deletion) await deps.jobs.send(trx, deleteRecordingJob, { deletionId: deletion.id })
}

/**
 * Schedules the deletion of everything that the provider has of a call, whatever happens to the call's own row
 * meanwhile.
 */
export async function deleteRecordingsOfCallAt(trx: Trx, providerCallId: string, deleteAt: Date): Promise<void> {
  await trx
    .insertInto('recordingDeletions')
    .values({ providerCallId, deleteAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes at the provider what the jobs name. */
export function deleteRecordingHandler(deps: RecordingsDeps): JobHandler {
  return eachJob(deleteRecordingJob, ({ deletionId }) => deleteAtProvider(deps, deletionId))
}

/** Does one deletion that is due. It is removed only when the provider has confirmed it. */
export async function deleteAtProvider(deps: RecordingsDeps, deletionId: number): Promise<void> {
  if ((await claimRow(deps, DELETIONS, deletionId)) === null) return
  const deletion = await deps.db
    .selectFrom('recordingDeletions')
    .selectAll()
    .where('id', '=', deletionId)
    .executeTakeFirst()
  if (!deletion) return
  if (deletion.providerRecordingId !== null) await deleteRecording(deps, deletion, deletion.providerRecordingId)
  else if (deletion.providerCallId !== null) await deleteAllOfCall(deps, deletion, deletion.providerCallId)
}

async function deleteRecording(deps: RecordingsDeps, deletion: Deletion, providerRecordingId: string): Promise<void> {
  const answer = await deps.recordings.delete(providerRecordingId)
  if (answer.kind === 'unavailable') return tryLater(deps, deletion, answer.reason)
  await deps.db.transaction().execute(async (trx) => {
    await trx
      .updateTable('recordings')
      .set({ deletedAtProviderAt: deps.clock.now() })
      .where('providerRecordingId', '=', providerRecordingId)
      .execute()
    await crossOut(trx, deletion)
  })
}

/** The call's attempt is gone, and its recording was never reported. */
async function deleteAllOfCall(deps: RecordingsDeps, deletion: Deletion, providerCallId: string): Promise<void> {
  const answer = await deps.recordings.findOfCall(providerCallId)
  if (answer.kind === 'unavailable') return tryLater(deps, deletion, answer.reason)
  const found = answer.kind === 'found' ? answer.found : []
  const isComplete = found.length > 0 ? found.every(({ isReady }) => isReady) : deletion.tries >= MAX_POLLS
  await deps.db.transaction().execute(async (trx) => {
    for (const { providerRecordingId, isReady } of found) {
      if (isReady) await enqueueDeletion(deps, trx, providerRecordingId)
    }
    if (isComplete) await crossOut(trx, deletion)
  })
  if (!isComplete) await tryLater(deps, deletion, 'The provider has none that is finished')
}

async function crossOut(trx: Trx, { id }: Deletion): Promise<void> {
  await trx.deleteFrom('recordingDeletions').where('id', '=', id).execute()
}

async function tryLater(deps: RecordingsDeps, { id, tries }: Deletion, reason: string): Promise<void> {
  deps.log.warn({ deletionId: id, tries, reason }, 'Recording not deleted at the provider; retrying')
  await retryRow(deps, DELETIONS, { id, tries }, (trx, startAfter) =>
    deps.jobs.send(trx, deleteRecordingJob, { deletionId: id }, { startAfter }),
  )
}
