import { type ConversationState, stepOf } from '#core/conversation/conversation-state.ts'

/** The step of a call's talk; null where it has none. */
export function talkStepOf({ moves }: ConversationState): string | null {
  const talk = Object.values(moves).find(({ name }) => name === 'talk')
  return talk ? stepOf(talk) : null
}
