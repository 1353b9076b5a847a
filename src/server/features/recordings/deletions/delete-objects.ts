import type { SoundObjects } from '#server/adapters/sounds/sound-objects.ts'
import type { RecordingsDeps } from '../deps.ts'
import { TRIES_BEFORE_REPORT } from '../pauses.ts'
import { claimRow, DELETIONS, retryRow } from '../retried-rows.ts'

/**
 * Deletes the objects whose recordings are gone, and those that were put and never written down. Each is crossed out only when
 * the store has confirmed it. Stops at the first that it does not delete, which is retried after growing pauses.
 * Throws while one was tried in vain for long.
 */
export async function deleteDueObjects(
  deps: RecordingsDeps,
  store: SoundObjects,
  isStopped: () => boolean,
): Promise<void> {
  while (!isStopped()) {
    const due = await nextDueObject(deps)
    if (!due?.soundKey) break
    const tries = await claimRow(deps, DELETIONS, due.id)
    // Another worker was first.
    if (tries === null) continue
    const answer = await store.delete(due.soundKey)
    if (answer.kind === 'unavailable') {
      deps.log.warn(
        { deletionId: due.id, tries, reason: answer.reason },
        'Recording not deleted in the store; retrying',
      )
      await retryRow(deps, DELETIONS, { id: due.id, tries })
      break
    }
    await deps.db.deleteFrom('recordingDeletions').where('id', '=', due.id).execute()
  }
  const stuck = deps.db.selectFrom('recordingDeletions').select('id').where('soundKey', 'is not', null)
  if (await stuck.where('tries', '>=', TRIES_BEFORE_REPORT).limit(1).executeTakeFirst()) {
    throw new Error('The store of recordings does not delete what is to be deleted')
  }
}

function nextDueObject({ db, clock }: RecordingsDeps) {
  return (
    db
      .selectFrom('recordingDeletions')
      .select(['id', 'soundKey'])
      .where('soundKey', 'is not', null)
      .where('deleteAt', '<=', clock.now())
      // What was tried before comes first: admins are notified of one object that stays, however many are queued behind it.
      .orderBy('tries', 'desc')
      .orderBy('deleteAt')
      .limit(1)
      .executeTakeFirst()
  )
}
