import type { TalkTurn } from './talk-state.ts'

const MOST_TURNS = 3

/**
 * What somebody has said since Cooee last asked or told them something, the last turn included: a recogniser cuts a sentence
 * at its pauses, and "I can not" and "get up" are judged together as well as alone. The filler is no answer. Null where
 * the last turn is the only one.
 */
export function unansweredWords(turns: readonly TalkTurn[], last: string, filler: string): string | null {
  const before: string[] = []
  for (const { by, text } of turns.toReversed()) {
    if (by === 'cooee' && (text === '' || text === filler)) continue
    if (by === 'cooee' || before.length === MOST_TURNS - 1) break
    before.unshift(text)
  }
  return before.length === 0 ? null : [...before, last].join(' ')
}
