import { backOffMs } from '#core/back-off.ts'
import { recordingExpiry } from '#core/calls/recording-retention.ts'
import type { RecordingsDeps } from './deps.ts'
import { noteRecording } from './recording-facts.ts'

const AT_ONCE = 20
const LOOK_AGAIN_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 80 * 60_000
/** A provider that has had none so often has none. */
const MOST_LOOKS = 5

/**
 * Asks the provider for the recordings of calls that were recorded, are over, and of whose recording nothing was told:
 * a callback was lost. Returns how many it looked into.
 */
export async function findLostRecordings(deps: RecordingsDeps): Promise<number> {
  await passOverSilentAttempts(deps)
  const due = await takeDue(deps)
  for (const attempt of due) await look(deps, attempt)
  return due.length
}

/**
 * Only what was answered was recorded: of the others none is waited for. Attempts of which nothing could be found out have
 * no provider's status, and may have been answered.
 */
async function passOverSilentAttempts({ db, clock }: RecordingsDeps): Promise<void> {
  await db
    .updateTable('attempts')
    .set({ recordingLookAt: null })
    .where('recordingLookAt', '<=', clock.now())
    .where((eb) =>
      eb.or([
        eb('state', '=', 'not_placed'),
        eb('state', '=', 'ended').and(eb('providerCallId', 'is', null)),
        eb('state', '=', 'ended').and('providerStatus', '<>', 'completed'),
      ]),
    )
    .execute()
}

function takeDue({ db, clock }: RecordingsDeps) {
  const now = clock.now()
  return db
    .updateTable('attempts')
    .set({ recordingLookAt: new Date(now.getTime() + LOOK_AGAIN_MS) })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('attempts')
        .select('id')
        .where('recordingLookAt', '<=', now)
        .orderBy('recordingLookAt')
        .limit(AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'state', 'providerCallId', 'startedAt', 'recordingLooks'])
    .execute()
}

type RecordedAttempt = Awaited<ReturnType<typeof takeDue>>[number]

async function look(deps: RecordingsDeps, attempt: RecordedAttempt): Promise<void> {
  const { providerCallId, state, startedAt } = attempt
  if (state !== 'ended' || providerCallId === null) return
  if (recordingExpiry(startedAt) <= deps.clock.now()) return stopLooking(deps, attempt)
  const answer = await deps.recordings.findOfCall(providerCallId)
  if (answer.kind === 'unavailable') return
  const found = answer.kind === 'found' ? answer.found : []
  const ready = found.filter(({ isReady }) => isReady)
  for (const recording of ready) await noteRecording(deps, attempt.id, recording)
  if (found.length === 0) await noneFound(deps, attempt)
}

async function noneFound(deps: RecordingsDeps, attempt: RecordedAttempt): Promise<void> {
  const looks = attempt.recordingLooks + 1
  if (looks >= MOST_LOOKS) {
    deps.log.warn({ attemptId: attempt.id }, 'The provider has no recording of a call that was recorded')
    return stopLooking(deps, attempt)
  }
  const pauseMs = backOffMs(looks + 1, { shortestMs: LOOK_AGAIN_MS, longestMs: LONGEST_PAUSE_MS })
  const lookAt = new Date(deps.clock.now().getTime() + pauseMs)
  await deps.db
    .updateTable('attempts')
    .set({ recordingLookAt: lookAt, recordingLooks: looks })
    .where('id', '=', attempt.id)
    .where('recordingLookAt', 'is not', null)
    .execute()
}

async function stopLooking({ db }: RecordingsDeps, { id }: RecordedAttempt): Promise<void> {
  await db.updateTable('attempts').set({ recordingLookAt: null }).where('id', '=', id).execute()
}
