import { expect, test } from 'vitest'
import { isWholeAnswer } from './is-whole-answer.ts'

test.each(['Yes', 'yeah good thanks', "I'm fine", 'Oh I’m all right love', 'one', "I've taken it"])(
  '"%s" was heard from its beginning',
  (words) => {
    expect(isWholeAnswer(words)).toBe(true)
  },
)

test.each(['so good', 'well thank you', 'all right', 'fine', 'good', 'too bad', 'better', 'right', 'done'])(
  '"%s" may be the end of its opposite',
  (words) => {
    expect(isWholeAnswer(words)).toBe(false)
  },
)
