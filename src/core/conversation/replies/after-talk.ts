import type { Circumstances, Reply } from '../circumstances.ts'
import type { ConversationState } from '../conversation-state.ts'
import { ANSWER_SECONDS, follow } from '../next-moves.ts'
import { take } from './to-question.ts'

/**
 * What follows when a talk is over and nothing in it has decided that, whyever it ended: thanks, where all was said to be
 * well, else the plain question. Who is calling has been said.
 */
export function afterTalk(state: ConversationState, step: string, at: Circumstances): Reply {
  if (state.isAnsweredInTalk) return take(state, step, 'acknowledged', at)
  return follow(state, at, step, { name: 'question', seconds: ANSWER_SECONDS })
}
