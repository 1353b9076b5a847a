import { unansweredConsentText } from '#core/consent/consent-texts.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { recordConsent, timesUnanswered } from '#server/features/consents/public.ts'
import { notifyMembers } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { isTheirPhone, type LockedAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'

/** Calls in which somebody picked up and did not say whether calls are all right, before the account holder is notified of what to do. */
const TIMES_BEFORE_NOTICE = 3

/** Records, at the end of a call whose `isConsentOpen` is set, that somebody was asked whether calls are all right and pressed nothing. */
export async function noteUnansweredConsent(deps: CareDeps, trx: Trx, attempt: LockedAttempt): Promise<void> {
  if (!isTheirPhone(attempt)) return
  const { accountId, lovedOneId, name } = attempt
  const at = deps.clock.now()
  await recordConsent(trx, { accountId, lovedOneId, subject: 'calls', state: 'not_asked', how: 'no_answer', at })
  const { times, since } = await timesUnanswered(trx, lovedOneId)
  if (times < TIMES_BEFORE_NOTICE) return
  await notifyMembers(deps, trx, {
    accountId,
    kind: 'missedCalls',
    text: unansweredConsentText({ name: sentNameOr(name), link: `${deps.publicUrl}/loved-ones/${lovedOneId}/try` }),
    key: `consent:${lovedOneId}:unanswered${since === 0 ? '' : `:${since}`}`,
  })
}
