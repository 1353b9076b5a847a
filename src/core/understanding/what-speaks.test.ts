import { describe, expect, test } from 'vitest'
import * as first from '#test/understanding/heard-first.ts'
import * as last from '#test/understanding/heard-last.ts'
import * as later from '#test/understanding/heard-later.ts'
import { isNobody, type Speaker, whatSpeaks } from './what-speaks.ts'

const BATCHES = [first, later, last]

describe.each(['machine', 'screening', 'hold'] as const)('what sounds like %s', (speaker) => {
  test.each(BATCHES.flatMap(({ SPOKEN_BY }) => SPOKEN_BY[speaker]))(
    'such a speaker is known by the words "%s"',
    (said) => {
      // Many a reception is a recording, and sounds like both.
      const like: (Speaker | null)[] = speaker === 'machine' ? ['machine', 'reception'] : [speaker]
      expect(like).toContain(whatSpeaks(said))
    },
  )
})

test.each([
  'how can I help you',
  'Rosewood Gardens, how may I direct your call',
  'good morning reception this is Kylie',
  'good afternoon aged care how can I help',
])('a reception offers its help and is no answering machine: "%s"', (said) => {
  expect(whatSpeaks(said)).toBe('reception')
})

describe('what a person says to us', () => {
  const answers = BATCHES.flatMap(({ SAID: { unclear: _, ...understood } }) => Object.values(understood).flat())
  test.each(answers)('what a person says is not taken for a machine: "%s"', (said) => {
    expect(isNobody(whatSpeaks(said))).toBe(false)
  })
})

test.each(['hang on help me', "wait I've fallen", "one moment I can't breathe", "don't hang up I need help"])(
  'who needs help does not ask us to wait: "%s"',
  (said) => {
    expect(whatSpeaks(said)).not.toBe('hold')
  },
)

test.each(['', '   ', '?', '👍'])('nothing is known about who says "%s"', (said) => {
  expect(whatSpeaks(said)).toBeNull()
})
