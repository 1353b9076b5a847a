import { isMachine, mayHaveAskedForHelp } from '#core/call-policy/attempt-outcome.ts'
import { NOT_UNDERSTOOD_REASON } from '#core/call-policy/next-step.ts'
import type { News } from '#core/call-policy/notices.ts'
import type { ConversationState } from '#core/conversation/conversation-state.ts'
import type { Trx } from '#server/platform/database.ts'
import type { OpenAttempt } from './attempt-state.ts'
import { concludeCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'

/** What the family is notified of where words were not understood: that it may have been a request for help, or that it is unclear. */
export function unclearNews(answeredBy: OpenAttempt['answeredBy'], conversation: ConversationState): News {
  return { kind: mayHaveAskedForHelp(answeredBy, conversation) ? 'uncertain_help' : 'unclear' }
}

/**
 * Words that nobody understood arrived after their attempt had ended as a silence: the call is not tried again, and the
 * family is notified. Returns whether the call was concluded by it.
 */
export async function concludeUnclear(
  deps: CareDeps,
  trx: Trx,
  attempt: OpenAttempt,
  { conversation, now }: { conversation: ConversationState; now: Date },
): Promise<boolean> {
  const { answeredBy, outcome, status, durationSeconds } = attempt
  const isUnclear = conversation.notUnderstood > 0 || conversation.helpDoubt !== null
  if (outcome !== 'no_response' || status !== 'in_progress') return false
  if (!isUnclear || isMachine(answeredBy, conversation)) return false
  const news = unclearNews(answeredBy, conversation)
  await concludeCall(deps, trx, attempt, {
    status: 'missed',
    reason: NOT_UNDERSTOOD_REASON,
    durationSeconds,
    now,
    news,
  })
  return true
}
