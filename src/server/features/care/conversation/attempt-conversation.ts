import type { ScriptPart } from '#core/call-script/script.ts'
import { type ConversationState, type Move, stepOf } from '#core/conversation/conversation-state.ts'
import { scriptOf } from '#core/conversation/script-of.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { knownOf, type OpenAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'
import { spokenSubjectOf } from './spoken-subject.ts'

/** What followed from a step before; undefined where it was not answered yet. */
export function moveAfter({ next, moves }: ConversationState, step: string): Move | undefined {
  const following = next[step]
  return following === undefined ? undefined : moves[following]
}

/** Where the conversation is: what was handed over last; undefined before the opening. */
export function latestMove({ moves }: ConversationState): Move | undefined {
  return Object.values(moves)
    .toSorted((a, b) => a.serial - b.serial)
    .at(-1)
}

/** Questions of the version before, in documents that were handed over before an upgrade. */
const EARLIER_STEPS: readonly string[] = ['first', 'second', 'again', 'voicemail']

/** Whether a question was asked at all: an answer to none is no answer. */
export function wasHandedOver({ moves }: ConversationState, step: string): boolean {
  return Object.keys(moves).length === 0 ? EARLIER_STEPS.includes(step) : Object.hasOwn(moves, step)
}

/**
 * The same answer again is answered the same. The question is said from its beginning then, so the time until it can have
 * been played to its end is counted from now.
 */
export async function handOverAgain(
  deps: CareDeps,
  trx: Trx,
  attempt: OpenAttempt,
  move: Move,
): Promise<readonly ScriptPart[]> {
  const { conversation } = knownOf(attempt)
  const moves = { ...conversation.moves, [stepOf(move)]: { ...move, at: deps.clock.now().getTime() } }
  await writeConversation(trx, attempt.attemptId, { ...conversation, moves })
  return scriptOf(spokenSubjectOf(deps, attempt), move)
}

/** Keeps where the conversation of an attempt is. */
export async function writeConversation(trx: Trx, attemptId: number, conversation: ConversationState): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({ conversation: JSON.stringify(conversation) })
    .where('id', '=', attemptId)
    .execute()
}
