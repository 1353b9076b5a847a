import { isClinical } from '../guards/subjects/is-clinical.ts'
import type { TalkCommand } from '../talk-events.ts'
import type { TalkTurn } from '../talk-state.ts'
import type { TalkTool } from '../talk-tools.ts'
import { sharesContent } from './content-words.ts'

const MAX_WORDS = 300
/** "Her garden": a topic given to the next talk must not be a sentence, a number or an address. */
const TOPIC = /^(?=.{1,40}$)[\p{L}'’-]+(?: [\p{L}'’-]+){0,3}$/u
/** How far back a note may look for the turn it rests on. */
const TURNS_BACK = 6

/**
 * The note to keep: what the person said in the last turn that shares a word with the model's. Null if no turn shares one,
 * or if the model names a disease or no topic. The words are the person's: a family reads them as such.
 */
export function noteFrom(
  { topic, words }: Extract<TalkTool, { name: 'note' }>,
  to: number,
  turns: readonly TalkTurn[],
): Extract<TalkCommand, { kind: 'note' }> | null {
  const about = topic.trim()
  const text = words.trim()
  if (!TOPIC.test(about) || isClinical(`${about}. ${text}`)) return null
  const turn = turns
    .slice(0, to + 1)
    .filter(({ by }) => by === 'person')
    .slice(-TURNS_BACK)
    .findLast((said) => sharesContent(said.text, text))
  return turn ? { kind: 'note', topic: about, words: turn.text.slice(0, MAX_WORDS), to: turn.number } : null
}
