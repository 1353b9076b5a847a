import { decisionInWords } from '#core/consent/decision-in-words.ts'
import type { Reply } from '#core/conversation/circumstances.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { noteRefused } from '#server/features/calls/public.ts'
import { type NewConsent, recordConsent } from '#server/features/consents/public.ts'
import { withdrawConsent } from '#server/features/loved-ones/public.ts'
import { applyDecline } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { OpenAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'
import { withdrawDeps } from './delete-what-was-said.ts'

/**
 * Writes down what somebody decided in a call, in the transaction of the answer. Returns the loved one whose calls of this account
 * are declined by it; null for everything else.
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
    if (attempt.status === 'in_progress') await noteRefused(trx, attempt.id, at, { isCancelled: true })
    return lovedOneId
  }
  if (subject === 'recording' && state === 'withdrawn') {
    const withdrawn = { accountId, lovedOneId, subject, deletesExisting: false, how: 'key' } as const
    await withdrawConsent(withdrawDeps(deps), trx, withdrawn)
    return null
  }
  const isNew = await record({ subject, state, how: state === 'not_asked' ? 'no_answer' : 'key' })
  if (isNew && state !== 'not_asked') {
    const activityType = 'loved_one_updated'
    const description = decisionInWords(attempt.name, subject, state)
    await recordActivity(trx, { accountId, activityType, description, lovedOneId, callId: attempt.id })
  }
  return null
}
