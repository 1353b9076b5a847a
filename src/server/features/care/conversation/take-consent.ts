import { refusesCalls } from '#core/consent/consent.ts'
import type { Reply } from '#core/conversation/circumstances.ts'
import { noteRefused } from '#server/features/calls/public.ts'
import { consentsOfOne, type NewConsent, recordConsent } from '#server/features/consents/public.ts'
import { discardRecordingsOf } from '#server/features/recordings/public.ts'
import { applyDecline } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { isTheirPhone, type OpenAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'

/**
 * Writes down what somebody decided in a call, in the transaction of the answer. Returns the loved one whose calls of this account
 * are declined by it; null for everything else. On a phone that is not theirs any more only a no counts, for that phone. A yes
 * to calls does not take back what the phone refused meanwhile: START and ringing Cooee do.
 */
export async function takeConsent(
  deps: CareDeps,
  trx: Trx,
  attempt: OpenAttempt,
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
    // The number was changed during the call: the next try rings the new one.
    if (!isTheirPhone(attempt)) return null
    if (attempt.status === 'in_progress') await noteRefused(trx, attempt.id, at, { isCancelled: true })
    return lovedOneId
  }
  // What was recorded of this call goes as well.
  if (subject === 'recording' && state === 'withdrawn') await discardRecordingsOf(trx, attempt, at)
  if (!isTheirPhone(attempt)) return null
  if (subject === 'calls' && refusesCalls((await consentsOfOne(trx, lovedOneId, deps.consent)).calls)) return null
  await record({ subject, state, how: state === 'not_asked' ? 'no_answer' : 'key' })
  return null
}
