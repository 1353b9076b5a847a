import type { PlayedSound, ScriptPart } from '../call-script/script.ts'
import { type ConversationState, type Move, stepOf } from './conversation-state.ts'

/** As many words as a second of a recording takes the time of. */
const WORDS_A_SECOND = 1 / 0.35

/** The provider waits for a pause before it hands words over; how long it does not say. As long as two words, at least. */
const PAUSE_IN_WORDS = 2

/**
 * Whether words were begun after the question had been said to its end. The provider does not report whether words cut a
 * prompt short, so time has to tell: `said` words handed over `elapsedMs` ago cannot have been said to their end, and answered
 * in these words, in less time than that takes to say. `wordMs` is how long a word takes at least. Too short an estimate
 * would take "yes" in the middle of a question for its answer; too long a one asks once more.
 */
export function isPlayedToEnd(
  said: number,
  { speech, elapsedMs, wordMs }: { speech: string; elapsedMs: number; wordMs: number },
): boolean {
  return elapsedMs >= (said + wordsIn(speech) + PAUSE_IN_WORDS) * wordMs
}

/** How long a script takes to say, in words of English. */
export function wordsSaid(script: readonly ScriptPart[]): number {
  return script.reduce((sum, part) => {
    if (part.kind === 'say') return sum + wordsIn(part.text)
    if (part.kind === 'play') return sum + wordsOf(part.sound)
    if (part.kind === 'talk') return sum + wordsIn(part.greeting)
    return part.kind === 'ask' ? sum + wordsIn(part.prompt) + (part.sound ? wordsOf(part.sound) : 0) : sum
  }, 0)
}

/** The state in which a move knows how long it takes to say: what it is made of may change before it is answered. */
export function withWordsSaid(state: ConversationState, move: Move, script: readonly ScriptPart[]): ConversationState {
  const words = wordsSaid(script) - (move.name === 'ask_more' ? wordsOfNo(script) : 0)
  return { ...state, moves: { ...state.moves, [stepOf(move)]: { ...move, words } } }
}

/** Of what is asked after an answer, the last sentence names the key for no: somebody who presses 1 before that sentence has heard the question. */
function wordsOfNo(script: readonly ScriptPart[]): number {
  const prompt = script.flatMap((part) => (part.kind === 'ask' ? [part.prompt] : [])).at(-1) ?? ''
  const sentences = prompt.split(/(?<=[.!?。！？؟])/u).filter((sentence) => sentence.trim() !== '')
  return wordsIn(sentences.at(-1) ?? '')
}

const wordsOf = ({ seconds }: PlayedSound): number => seconds * WORDS_A_SECOND

/** Chinese has no spaces between words: each sign is a syllable, and takes a little more than half as long as a word. */
const HAN = /\p{Script=Han}/gu
const WORDS_PER_SIGN = 0.6

function wordsIn(text: string): number {
  const signs = text.match(HAN)?.length ?? 0
  const words = text
    .replace(/[\p{Script=Han}，。：、？；（）]/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '').length
  return words + signs * WORDS_PER_SIGN
}
