import { MAY_NEED_HELP_REASON, NOT_UNDERSTOOD_REASON } from '#core/call-policy/after-attempt.ts'
import { isMachine, mayHaveAskedForHelp } from '#core/call-policy/attempt-outcome.ts'
import type { CallNotice } from '#core/call-policy/notices.ts'
import type { ConversationState } from '#core/conversation/conversation-state.ts'
import { correctReason } from '#server/features/calls/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { LockedAttempt } from '../attempts/attempt-state.ts'
import { wordsHeard } from '../conversation/words-heard.ts'
import type { CareDeps } from '../deps.ts'
import { concludeCall } from './conclude-call.ts'
import { raiseIncident } from './raise-incident.ts'

/**
 * What the family is notified of when words were not understood: that it may have been a request for help, or that it
 * is unclear.
 */
export function unclearNotice(answeredBy: LockedAttempt['answeredBy'], conversation: ConversationState): CallNotice {
  return { kind: mayHaveAskedForHelp(answeredBy, conversation) ? 'uncertain_help' : 'unclear' }
}

/**
 * Words that nobody understood, or that may have asked for help, arrived after their attempt had ended. Where it was
 * taken for a silence the call is not retried, and the family is notified, even if it was notified before that nobody
 * gave an answer. What may have asked for help is reported however the attempt and its call have ended. Returns whether
 * the call was concluded by it.
 */
export async function concludeUnclear(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  { conversation, now }: { conversation: ConversationState; now: Date },
): Promise<boolean> {
  const { answeredBy, outcome, status, durationSeconds } = attempt
  const notice = unclearNotice(answeredBy, conversation)
  const mayNeedHelp = notice.kind === 'uncertain_help'
  const isUnclear = conversation.notUnderstood > 0 || conversation.uncertainHelp !== null
  const explainsSilence = outcome === 'no_response' && isUnclear && !isMachine(answeredBy, conversation)
  const reason = mayNeedHelp ? MAY_NEED_HELP_REASON : NOT_UNDERSTOOD_REASON
  if (explainsSilence && status === 'in_progress') {
    await concludeCall(deps, trx, attempt, { status: 'missed', reason, durationSeconds, now, notice })
    return true
  }
  const hasMissed = status === 'missed' && attempt.triesMade === attempt.attemptNumber
  if (!mayNeedHelp && !(explainsSilence && hasMissed)) return false
  if (hasMissed && (explainsSilence || outcome === 'not_understood')) await correctReason(trx, attempt.id, reason)
  await raiseIncident(deps, trx, attempt, notice, { heard: await wordsHeard(deps, trx, attempt), isByWords: true })
  return false
}
