import type { Db } from '#server/platform/database/database.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import { deleteDueObjects } from '../deletions/delete-objects.ts'
import type { RecordingsDeps } from '../deps.ts'
import { moveSounds } from './move-sounds.ts'

/** How long one run moves sounds, so that what is to be deleted meanwhile waits no longer. The next run continues. */
const MOVING_MS = 10 * 60_000

/**
 * Deletes in the store what is to be deleted, and moves there what is stored in the database, for ten minutes at most. Run it
 * every minute, in any number of workers. Without a store it does nothing, or throws if recordings are still stored in one.
 */
export async function maintainSoundStore(deps: RecordingsDeps, isStopped = () => false): Promise<void> {
  const { soundObjects: store, log, clock } = deps
  if (store === null) {
    if (await hasSoundsInStore(deps.db)) throw new Error(STORE_MISSING)
    return
  }
  const failures = collectFailures(log)
  await failures.attempt(
    () => deleteDueObjects(deps, store, isStopped),
    'Recordings not deleted in the store; retrying',
  )
  const until = clock.now().getTime() + MOVING_MS
  const isOver = () => isStopped() || clock.now().getTime() >= until
  await failures.attempt(() => moveSounds(deps, store, isOver), 'Recordings not moved to the store; retrying')
  failures.throwIfAny()
}

/** Whether something is kept in a store, which only that store can give or delete. */
export async function hasSoundsInStore(db: Db): Promise<boolean> {
  const { isNeeded } = await db
    .selectNoFrom((eb) =>
      eb
        .or([
          eb.exists(eb.selectFrom('recordings').select('id').where('soundKey', 'is not', null)),
          eb.exists(eb.selectFrom('recordingDeletions').select('id').where('soundKey', 'is not', null)),
        ])
        .as('isNeeded'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(isNeeded)
}

/** Says at the start what would otherwise show only when somebody wants to listen. */
export async function warnOfMissingStore(db: Db, say: (words: string) => void): Promise<void> {
  if (await hasSoundsInStore(db)) say(STORE_MISSING)
}

export const STORE_MISSING =
  'RECORDINGS_S3_URL is not set, but recordings are kept in a store: they cannot be played or deleted. Set it and its key again.'
