import { isTalkType, TALK_LANGUAGE } from '#core/talk/is-talk-type.ts'
import { storedConsents } from '#server/features/consents/public.ts'
import { areTalksAllowed } from '#server/features/talks/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { LockedAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'

/** Whether the call of an attempt may be a talk: in English, since models and guards speak no other language yet; wanted for it, agreed to on this phone, and within the limits. */
export async function mayTalkNow(deps: CareDeps, trx: Trx, attempt: LockedAttempt): Promise<boolean> {
  const { accountId, lovedOneId, timezone, callType, isRehearsal, needsConsentOnPhone, talks, language, hotDay } =
    attempt
  // That call says how to keep cool, and asks its question.
  if (hotDay !== null) return false
  if (
    !deps.talks ||
    !talks ||
    language !== TALK_LANGUAGE ||
    !isTalkType(callType) ||
    isRehearsal ||
    needsConsentOnPhone
  )
    return false
  const { conversation } = storedConsents(attempt.consents, deps.consent)
  if (conversation.state !== 'agreed') return false
  return areTalksAllowed(trx, { accountId, lovedOneId, timezone }, { limits: deps.talks, now: deps.clock.now() })
}
