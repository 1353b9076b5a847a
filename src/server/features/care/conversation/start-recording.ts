import { conversationFrom } from '#core/conversation/conversation-state.ts'
import { discardRecordingsOf } from '#server/features/recordings/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { factsOf, type LockedAttempt, lockAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'
import { writeAttempt } from './write-attempt.ts'

/** After this time every call is over and its recording was reported, unless the callback was lost. */
const RECORDING_POLL_MS = 10 * 60_000

/**
 * Has the provider record the call of an attempt, once: after it was announced, and when a person is known to be there, by
 * the verdict of machine detection or by a key. A machine is never recorded. Call it outside of a transaction. A provider
 * that cannot be asked leaves the call without a recording, which is logged.
 */
export async function startRecordingIfDue(deps: CareDeps, attemptId: number): Promise<void> {
  const providerCallId = await retryingTransaction(deps.db, (trx) => claimRecording(deps, trx, attemptId))
  if (providerCallId === null) return
  if (await deps.telephony.startRecording(providerCallId, { attemptId })) return
  deps.log.warn({ attemptId }, 'Recording of a call not started')
}

async function claimRecording({ clock }: CareDeps, trx: Trx, attemptId: number): Promise<string | null> {
  const attempt = await lockAttempt(trx, attemptId)
  if (!attempt || !isDue(attempt)) return null
  const conversation = { ...conversationFrom(attempt.conversation), isRecording: true }
  await writeAttempt(trx, attemptId, {
    conversation: JSON.stringify(conversation),
    recordingPollAt: new Date(clock.now().getTime() + RECORDING_POLL_MS),
  })
  return attempt.providerCallId
}

function isDue(attempt: LockedAttempt): boolean {
  const { isOver, answeredBy, keys, conversation } = factsOf(attempt)
  if (!attempt.isRecorded || isOver || !conversation.isAnnounced || conversation.isRecording) return false
  return !conversation.isMachineByWords && (answeredBy === 'human' || (keys !== '' && answeredBy !== 'machine'))
}

/** It turned out that a machine speaks: its recording is deleted, here and at the provider. */
export async function discardRecordingOfMachine({ clock }: CareDeps, trx: Trx, attempt: LockedAttempt): Promise<void> {
  // Without a recording there is nothing to delete, and a person who presses a key may still be recorded.
  if (!attempt.isRecorded || !factsOf(attempt).conversation.isRecording) return
  await discardRecordingsOf(trx, attempt, clock.now())
}
