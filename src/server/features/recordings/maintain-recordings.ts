import { collectFailures } from '#server/platform/work/collect-failures.ts'
import { deleteAtProvider } from './delete-at-provider.ts'
import type { RecordingsDeps } from './deps.ts'
import { fetchRecording } from './fetch-recording.ts'
import { findLostRecordings } from './find-lost-recordings.ts'

const AT_ONCE = 20
const DELETED_AT_ONCE = 200

/**
 * Does what is due with recordings and what no job came for: deletes those whose time is over, here and at the provider,
 * finds those of which nothing was told, fetches what was not fetched. Run it every minute, in any number of workers. One
 * thing that cannot be done keeps nothing else from being done.
 */
export async function maintainRecordings(deps: RecordingsDeps, isStopped = () => false): Promise<void> {
  const failures = collectFailures(deps.log)
  const doUnlessStopped = async (work: () => Promise<unknown>): Promise<void> => {
    if (!isStopped()) await failures.attempt(work, 'Something about recordings could not be done')
  }
  await doUnlessStopped(() => deleteExpiredRecordings(deps))
  await doUnlessStopped(() => findLostRecordings(deps))
  for (const { id } of await dueFetches(deps)) await doUnlessStopped(() => fetchRecording(deps, id))
  for (const { id } of await dueDeletions(deps)) await doUnlessStopped(() => deleteAtProvider(deps, id))
  failures.throwIfAny()
}

/** Deletes the recordings that were kept long enough; a trigger has the provider's copies deleted too. Transcripts stay. */
export async function deleteExpiredRecordings({ db, clock }: Pick<RecordingsDeps, 'db' | 'clock'>): Promise<number> {
  let deleted = 0
  for (;;) {
    const expired = await db
      .deleteFrom('recordings')
      .where('id', 'in', (eb) =>
        eb.selectFrom('recordings').select('id').where('expiresAt', '<=', clock.now()).limit(DELETED_AT_ONCE),
      )
      .returning('id')
      .execute()
    deleted += expired.length
    if (expired.length < DELETED_AT_ONCE) return deleted
  }
}

function dueFetches({ db, clock }: RecordingsDeps) {
  return db
    .selectFrom('recordings')
    .select('id')
    .where('fetchAt', '<=', clock.now())
    .orderBy('fetchAt')
    .limit(AT_ONCE)
    .execute()
}

function dueDeletions({ db, clock }: RecordingsDeps) {
  return db
    .selectFrom('recordingDeletions')
    .select('id')
    .where('deleteAt', '<=', clock.now())
    .orderBy('deleteAt')
    .limit(AT_ONCE)
    .execute()
}
