import type { SoundObjects } from '#server/adapters/sounds/sound-objects.ts'
import type { RecordingsDeps } from '../deps.ts'
import { pauseAfter } from '../pauses.ts'

/** Longer than the adapter waits; an older claim belongs to a worker that died. */
const LEASE_MS = 2 * 60_000
/** With the pauses between: after some eight minutes somebody has to know. */
const TRIES_BEFORE_REPORT = 6

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
    const due = await claimDeletion(deps)
    if (!due?.soundKey) break
    const answer = await store.delete(due.soundKey)
    if (answer.kind === 'unavailable') {
      await tryLater(deps, due, answer.reason)
      break
    }
    await deps.db.deleteFrom('recordingDeletions').where('id', '=', due.id).execute()
  }
  const stuck = deps.db.selectFrom('recordingDeletions').select('id').where('soundKey', 'is not', null)
  if (await stuck.where('tries', '>=', TRIES_BEFORE_REPORT).limit(1).executeTakeFirst()) {
    throw new Error('The store of recordings does not delete what is to be deleted')
  }
}

function claimDeletion({ db, clock }: RecordingsDeps) {
  const now = clock.now()
  return db
    .updateTable('recordingDeletions')
    .set((eb) => ({ deleteAt: new Date(now.getTime() + LEASE_MS), tries: eb('tries', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('recordingDeletions')
        .select('id')
        .where('soundKey', 'is not', null)
        .where('deleteAt', '<=', now)
        .orderBy('deleteAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'soundKey', 'tries'])
    .executeTakeFirst()
}

async function tryLater(
  { db, clock, log }: RecordingsDeps,
  { id, tries }: { id: number; tries: number },
  reason: string,
): Promise<void> {
  log.warn({ deletionId: id, tries, reason }, 'Recording not deleted in the store; retrying')
  const deleteAt = new Date(clock.now().getTime() + pauseAfter(tries))
  await db.updateTable('recordingDeletions').set({ deleteAt }).where('id', '=', id).execute()
}
