import { expect, test } from 'vitest'
import { isHesitation } from './is-hesitation.ts'

test.each(['Well', 'um', 'Um, well …', 'Oh, I', 'look, it’s just', 'hmm', 'let me see'])(
  '"%s" is the beginning of an answer',
  (words) => {
    expect(isHesitation(words)).toBe(true)
  },
)

test.each(['', 'well thank you', 'I fell', 'so-so', 'no', 'help', 'look out', 'I’m well', 'the roses', 'see you'])(
  '"%s" is no hesitation, or already an answer',
  (words) => {
    expect(isHesitation(words)).toBe(false)
  },
)
