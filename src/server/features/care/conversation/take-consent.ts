import { saidNo } from '#core/consent/consent.ts'
import { decisionInWords } from '#core/consent/decision-in-words.ts'
import type { Reply } from '#core/conversation/circumstances.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { noteRefused } from '#server/features/calls/public.ts'
import { consentsOfOne, type NewConsent, recordConsent } from '#server/features/consents/public.ts'
import { withdrawConsent } from '#server/features/loved-ones/public.ts'
import { discardRecordingsOf } from '#server/features/recordings/public.ts'
import { applyDecline } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { isTheirPhone, type LockedAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'
import { withdrawDeps } from './delete-what-was-said.ts'

/**
 * Records what somebody decided in a call, in the transaction of the answer. Returns the loved one whose calls of this account
 * are declined by it, on their first phone; null for everything else. On a phone that is not theirs any more only a no counts, for that phone. A yes
 * to calls does not take back what the phone refused meanwhile: START and ringing Cooee do.
 */
export async function takeConsent(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  { consent, move }: Reply,
): Promise<number | null> {
  const { accountId, lovedOneId, phoneNumber } = attempt
  const at = deps.clock.now()
  const record = (entry: Pick<NewConsent, 'subject' | 'state' | 'how'>) =>
    recordConsent(trx, { accountId, lovedOneId, ...entry, at })
  if (move.lead === 'mention_nine') await record({ subject: 'calls', state: 'agreed', how: 'upgrade' })
  if (!consent) return null
  const { subject, state } = consent
  if (subject === 'calls' && state === 'declined') {
    await applyDecline(deps, trx, { accountId, phoneNumber })
    // A second phone is left out from now on, and where the number was changed, the next try rings the new one.
    if (phoneNumber !== attempt.firstPhoneNumber) return null
    if (attempt.status === 'in_progress') await noteRefused(trx, attempt.id, at, { isCancelled: true })
    return lovedOneId
  }
  if (subject !== 'calls' && state === 'withdrawn') {
    if (isTheirPhone(attempt)) {
      const withdrawn = { accountId, lovedOneId, subject, deletesExisting: false, how: 'key' } as const
      await withdrawConsent(withdrawDeps(deps), trx, withdrawn)
    } else if (subject === 'recording') {
      // The recording of this call is deleted, whichever person the phone belongs to by now.
      await discardRecordingsOf(trx, attempt, at)
    }
    return null
  }
  if (!isTheirPhone(attempt)) return null
  if (subject === 'calls' && saidNo((await consentsOfOne(trx, lovedOneId, deps.consent)).calls.state)) return null
  const isNew = await record({ subject, state, how: state === 'not_asked' ? 'no_answer' : 'key' })
  if (isNew && state !== 'not_asked') {
    const activityType = 'loved_one_updated'
    const description = decisionInWords(attempt.name, subject, state)
    await recordActivity(trx, { accountId, activityType, description, lovedOneId, callId: attempt.id })
  }
  return null
}
