import { describe, expect, test } from 'vitest'
import { ABOUT_IT, BAD_IN_OTHER_WORDS, KIND, OBLIQUE } from '#test/talk/oblique-answers.ts'
import { isGrounded } from './grounding.ts'
import { guardSentence } from './guard-sentence.ts'

const about = (...said: string[]) => ({ names: ['Margaret', 'Robyn'], said })

test.each(BAD_IN_OTHER_WORDS)('"%s" is refused', (text) => {
  expect(guardSentence(text, about())).not.toBeNull()
})

test.each(OBLIQUE)('after "%s" the reply "%s" is not spoken', (said, text) => {
  expect(guardSentence(text, about(said)) === null && isGrounded(text, about(said))).toBe(false)
})

test.each(KIND)('"%s" is not refused', (text) => {
  expect(guardSentence(text, about())).toBeNull()
})

describe('a kind reply that is about what was said', () => {
  test.each(ABOUT_IT)('"%s": "%s" is not refused', (said, text) => {
    expect(guardSentence(text, about(said))).toBeNull()
  })

  test('is spoken in three of four cases, and left out in the others', () => {
    const spoken = ABOUT_IT.filter(([said, text]) => isGrounded(text, about(said)))
    expect(spoken.length).toBeGreaterThanOrEqual(ABOUT_IT.length * 0.75)
  })
})

test('a question may be about anything, and a statement before or behind it may not', () => {
  expect(isGrounded('What did you plant in the spring?', about('hello'))).toBe(true)
  expect(isGrounded('When the rain stops, will you go out?', about('hello'))).toBe(true)
  expect(isGrounded('Robyn has the spare key, what else is on your mind?', about('hello'))).toBe(false)
  expect(isGrounded('The spare key lies at the surgery, all right?', about('hello'))).toBe(false)
})
