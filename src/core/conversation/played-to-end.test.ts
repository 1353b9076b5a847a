import { expect, test } from 'vitest'
import { SUBJECT } from '#test/a-conversation.ts'
import type { ScriptPart } from '../call-script/script.ts'
import { LANGUAGES } from '../languages/language.ts'
import { wordingOf } from '../languages/wordings.ts'
import { type Move, NEW_CONVERSATION } from './conversation-state.ts'
import { isPlayedToEnd, withWordsSaid, wordsSaid } from './played-to-end.ts'
import { scriptOf, spokenIn } from './script/script-of.ts'

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

test.each(LANGUAGES)('in %s somebody who is asked to agree need not wait for the key that says no', (language) => {
  const subject = { ...SUBJECT, wording: wordingOf(language) }
  for (const about of ['words', 'recording', 'conversation'] as const) {
    const move: Move = { name: 'ask_more', serial: 3, lead: null, at: 0, key: '1', seconds: 8, about }
    const script = scriptOf(subject, move)
    const said = spokenIn(script)
    const asked: ScriptPart = { kind: 'say', text: said.slice(0, said.search(/[^.。؟?]*9/)) }
    expect(withWordsSaid(NEW_CONVERSATION, move, script).moves['ask_more 3']?.words).toBeCloseTo(wordsSaid([asked]))
  }
})
