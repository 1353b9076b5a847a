import { meaningOf } from '../../understanding/meaning-of.ts'
import type { TalkTurn } from '../talk-state.ts'

/** Something that a person said in a talk and that their family should read. */
export interface Concern {
  /** The turn that it rests on. */
  turn: number
  /** The person's own words. */
  words: string
  /** When they were said, in milliseconds. */
  at: number
}

/** So many turns may be one sentence that the recogniser has cut at its pauses. */
const LONGEST_SENTENCE = 3

/**
 * A second look over the whole talk, without a model: what sounds like a need for help in a turn, or in turns of the
 * person that follow one another and are a sentence only together. It adds to what was heard at the time and takes nothing
 * back: an all-clear that was given stands, and so does the concern. `names` as in `meaningOf`.
 */
export function concernsIn(turns: readonly TalkTurn[], names: readonly string[] = []): Concern[] {
  const own = turns.filter(({ by }) => by === 'person')
  const isHelp = (words: string) => meaningOf(words, names) === 'help'
  const alone = own.filter(({ text }) => isHelp(text))
  const found = alone.map(({ number, text, at }) => ({ turn: number, words: text, at }))
  for (const place of own.keys()) {
    for (let count = 2; count <= LONGEST_SENTENCE && place + count <= own.length; count++) {
      const together = own.slice(place, place + count)
      const isKnown = together.some(({ number }) => found.some(({ turn }) => turn === number))
      if (isKnown || isBroken(turns, together)) break
      const words = together.map(({ text }) => text).join(' ')
      if (isHelp(words)) found.push({ turn: together.at(-1)?.number ?? 0, words, at: together[0]?.at ?? 0 })
    }
  }
  return found.sort((one, other) => one.turn - other.turn)
}

/** Whether Cooee asked something between the parts: then they are answers, not one sentence. */
function isBroken(turns: readonly TalkTurn[], together: readonly TalkTurn[]): boolean {
  const first = together[0]?.number ?? 0
  const last = together.at(-1)?.number ?? 0
  return turns.some(({ number, by, text }) => number > first && number < last && by === 'cooee' && text.includes('?'))
}
