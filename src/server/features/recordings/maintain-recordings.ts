import { backOffMs } from '#core/back-off.ts'
import { recordingExpiry } from '#core/calls/recording-retention.ts'
import {
  claimDialsToPoll,
  type RecordedDial,
  retryFindingSound,
  stopAwaitingRecordings,
  stopFindingSound,
} from '#server/features/dialling/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import { deleteAtProvider } from './deletions/delete-at-provider.ts'
import type { RecordingsDeps } from './deps.ts'
import { TRIES_BEFORE_REPORT } from './pauses.ts'
import { noteRecording } from './recording-provider-events.ts'
import { fetchRecording } from './sounds/fetch-recording.ts'

const BATCH_SIZE = 20
const DELETED_AT_ONCE = 200

/**
 * Does what is due with recordings and has no job: deletes expired ones, here and at the provider, finds those that
 * were not reported, fetches those that were not fetched. Run it every minute, in any number of workers. One failure
 * keeps nothing else from being done. Throws also while the provider has refused one of them for some minutes.
 */
export async function maintainRecordings(deps: RecordingsDeps, isStopped = () => false): Promise<void> {
  const failures = collectFailures(deps.log)
  const doUnlessStopped = async (work: () => Promise<unknown>): Promise<void> => {
    if (!isStopped()) await failures.attempt(work, 'Part of the recordings round failed; retrying')
  }
  await doUnlessStopped(() => deleteExpiredRecordings(deps))
  await doUnlessStopped(() => findLostRecordings(deps))
  for (const { id } of await dueFetches(deps)) await doUnlessStopped(() => fetchRecording(deps, id))
  for (const { id } of await dueDeletions(deps)) await doUnlessStopped(() => deleteAtProvider(deps, id))
  await doUnlessStopped(() => throwIfStuck(deps.db))
  failures.throwIfAny()
}

/** Deletes expired recordings; a trigger has the provider's copies deleted too. Transcripts stay. */
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

/** Throws while a recording was asked for, or its deletion, again and again in vain, so that the admins are notified. */
async function throwIfStuck(db: Db): Promise<void> {
  const { notFetched, notDeleted } = await db
    .selectNoFrom((eb) => [
      eb
        .exists(
          eb
            .selectFrom('recordings')
            .select('id')
            .where('fetchAt', 'is not', null)
            .where('fetchTries', '>=', TRIES_BEFORE_REPORT),
        )
        .as('notFetched'),
      eb
        .exists(
          eb
            .selectFrom('recordingDeletions')
            .select('id')
            .where('soundKey', 'is', null)
            .where('tries', '>=', TRIES_BEFORE_REPORT),
        )
        .as('notDeleted'),
    ])
    .executeTakeFirstOrThrow()
  if (notFetched) throw new Error('The provider does not give a recording that is to be fetched')
  if (notDeleted) throw new Error('The provider does not delete a recording that is to be deleted')
}

function dueFetches({ db, clock }: RecordingsDeps) {
  return db
    .selectFrom('recordings')
    .select('id')
    .where('fetchAt', '<=', clock.now())
    .orderBy('fetchAt')
    .limit(BATCH_SIZE)
    .execute()
}

function dueDeletions({ db, clock }: RecordingsDeps) {
  return (
    db
      .selectFrom('recordingDeletions')
      .select('id')
      // Those in the store of recordings are deleted with what else is to be done there.
      .where('soundKey', 'is', null)
      .where('deleteAt', '<=', clock.now())
      .orderBy('deleteAt')
      .limit(BATCH_SIZE)
      .execute()
  )
}

const POLL_AGAIN_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 80 * 60_000
/** A provider that had none this often has none. */
const MAX_POLLS = 5

/** Asks the provider for the recordings of ended calls whose callback was lost. Returns how many it searched for. */
async function findLostRecordings(deps: RecordingsDeps): Promise<number> {
  const { db, clock } = deps
  const now = clock.now()
  await stopAwaitingRecordings(db, now)
  const pollAt = new Date(now.getTime() + POLL_AGAIN_MS)
  const due = await claimDialsToPoll(db, now, { pollAt, limit: BATCH_SIZE })
  for (const attempt of due) await findRecording(deps, attempt)
  return due.length
}

async function findRecording(deps: RecordingsDeps, attempt: RecordedDial): Promise<void> {
  const { providerCallId, state, startedAt } = attempt
  if (state !== 'ended' || providerCallId === null) return
  if (recordingExpiry(startedAt) <= deps.clock.now()) return stopFindingSound(deps.db, attempt.id)
  const answer = await deps.recordings.findOfCall(providerCallId)
  if (answer.kind === 'unavailable') return
  const found = answer.kind === 'found' ? answer.found : []
  const ready = found.filter(({ isReady }) => isReady)
  for (const recording of ready) await noteRecording(deps, attempt.id, recording)
  if (found.length === 0) await noneFound(deps, attempt)
}

async function noneFound(deps: RecordingsDeps, attempt: RecordedDial): Promise<void> {
  const polls = attempt.recordingPolls + 1
  if (polls >= MAX_POLLS) {
    deps.log.warn({ attemptId: attempt.id }, 'Recording of a call not found at the provider; given up')
    return stopFindingSound(deps.db, attempt.id)
  }
  const pauseMs = backOffMs(polls + 1, { shortestMs: POLL_AGAIN_MS, longestMs: LONGEST_PAUSE_MS })
  const pollAt = new Date(deps.clock.now().getTime() + pauseMs)
  await retryFindingSound(deps.db, attempt.id, { pollAt, polls })
}
