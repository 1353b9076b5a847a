import { expect, test } from 'vitest'
import { secondsInWords } from './seconds-in-words.ts'

test.for([
  [0, '0 seconds'],
  [1, '1 second'],
  [59, '59 seconds'],
  [60, '1 minute'],
  [3599, '59 minutes'],
  [3600, '1 hour'],
  [86_399, '23 hours'],
  [86_400, '1 day'],
  [200_000, '2 days'],
] as const)('%i seconds are %s', ([seconds, words]) => expect(secondsInWords(seconds)).toBe(words))
