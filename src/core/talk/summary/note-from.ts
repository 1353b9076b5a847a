import { isClinical } from '../guards/is-clinical.ts'
import type { TalkCommand } from '../talk-events.ts'
import type { TalkTurn } from '../talk-state.ts'
import type { TalkTool } from '../talk-tools.ts'
import { sharesContent } from './content-words.ts'

const MAX_TOPIC = 40
const MAX_WORDS = 300
/** How far back a note may look for the turn it rests on. */
const TURNS_BACK = 6

/**
 * The note to keep, and the person's turn that it rests on: the last turn that shares a word with it. Null if no turn shares
 * one, or if the note names a disease: a note repeats what the person said.
 */
export function noteFrom(
  { topic, words }: Extract<TalkTool, { name: 'note' }>,
  to: number,
  turns: readonly TalkTurn[],
): Extract<TalkCommand, { kind: 'note' }> | null {
  const about = topic.trim().slice(0, MAX_TOPIC)
  const text = words.trim().slice(0, MAX_WORDS)
  if (about === '' || text === '' || isClinical(`${about}. ${text}`)) return null
  const turn = turns
    .slice(0, to + 1)
    .filter(({ by }) => by === 'person')
    .slice(-TURNS_BACK)
    .findLast((said) => sharesContent(said.text, text))
  return turn ? { kind: 'note', topic: about, words: text, to: turn.number } : null
}
