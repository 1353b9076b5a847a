import { backOffMs } from '#core/back-off.ts'
import { recordingExpiry } from '#core/calls/recording-retention.ts'
import {
  claimDialsToPoll,
  passOverSilentDials,
  type RecordedDial,
  retryFindingSound,
  stopFindingSound,
} from '#server/features/dialling/public.ts'
import type { RecordingsDeps } from './deps.ts'
import { noteRecording } from './recording-provider-events.ts'

const AT_ONCE = 20
const POLL_AGAIN_MS = 5 * 60_000
const LONGEST_PAUSE_MS = 80 * 60_000
/** A provider that has had none so often has none. */
const MAX_POLLS = 5

/**
 * Asks the provider for the recordings of calls that were recorded, are over, and of whose recording nothing was told:
 * a callback was lost. Returns how many it looked into.
 */
export async function findLostRecordings(deps: RecordingsDeps): Promise<number> {
  const { db, clock } = deps
  const now = clock.now()
  await passOverSilentDials(db, now)
  const lookAt = new Date(now.getTime() + POLL_AGAIN_MS)
  const due = await claimDialsToPoll(db, now, { lookAt, most: AT_ONCE })
  for (const attempt of due) await look(deps, attempt)
  return due.length
}

async function look(deps: RecordingsDeps, attempt: RecordedDial): Promise<void> {
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
  const looks = attempt.recordingPolls + 1
  if (looks >= MAX_POLLS) {
    deps.log.warn({ attemptId: attempt.id }, 'The provider has no recording of a call that was recorded')
    return stopFindingSound(deps.db, attempt.id)
  }
  const pauseMs = backOffMs(looks + 1, { shortestMs: POLL_AGAIN_MS, longestMs: LONGEST_PAUSE_MS })
  const lookAt = new Date(deps.clock.now().getTime() + pauseMs)
  await retryFindingSound(deps.db, attempt.id, { lookAt, looks })
}
