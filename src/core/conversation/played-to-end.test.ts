import { expect, test } from 'vitest'
import type { ScriptPart } from '../call-script/script.ts'
import { isPlayedToEnd, wordsSaid } from './played-to-end.ts'

const TEN_WORDS: ScriptPart[] = [
  { kind: 'say', text: 'Good morning Margaret it is' },
  { kind: 'ask', step: 'question 2', prompt: 'press one or two now' },
]
const at = (elapsedMs: number, speech = 'yes') =>
  isPlayedToEnd(wordsSaid(TEN_WORDS), { speech, elapsedMs, wordMs: 300 })

test('an answer counts once the question, the answer and a pause can have been said', () => {
  expect(at(13 * 300 - 1)).toBe(false)
  expect(at(13 * 300)).toBe(true)
})

test('a longer answer was begun earlier', () => {
  expect(at(13 * 300, "yes I'm fine thank you")).toBe(false)
  expect(at(17 * 300, "yes I'm fine thank you")).toBe(true)
})
