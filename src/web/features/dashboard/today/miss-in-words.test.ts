import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCall, anAttempt } from '#test/web/answers.ts'
import { missInWords } from './miss-in-words.ts'

beforeEach(() => void vi.stubEnv('TZ', 'Australia/Sydney'))
afterEach(() => void vi.unstubAllEnvs())

const NINE_IN_SYDNEY = '2026-03-09T22:00:00.000Z'
const said = (call: ReturnType<typeof aCall>) => missInWords(call, 'Margaret').replaceAll('\u00a0', ' ')

test.each([
  ['rang out', ['no_answer'], 'Margaret didn’t answer the 9:00 AM call'],
  ['was picked up', ['no_answer', 'no_response'], 'We got no clear answer from Margaret on the 9:00 AM call'],
  ['was put off', ['not_yet', 'not_yet'], 'Margaret answered the 9:00 AM call, but hasn’t said it’s done'],
  [
    'was put off, and then did not go through',
    ['not_yet', 'failed'],
    'Margaret answered the 9:00 AM call, but hasn’t said it’s done',
  ],
  [
    'was picked up, and then did not go through',
    ['no_response', 'failed'],
    'We got no clear answer from Margaret on the 9:00 AM call',
  ],
  ['rang out after it was put off', ['not_yet', 'no_answer'], 'Margaret didn’t answer the 9:00 AM call'],
] as const)('the words about a missed call that %s claim no more than its last try showed', (_, outcomes, words) => {
  const attempts = outcomes.map((outcome) => anAttempt({ outcome }))
  expect(said(aCall({ scheduledTime: NINE_IN_SYDNEY, attempts }))).toBe(words)
})

test('a reader whose clock shows another time reads both', () => {
  vi.stubEnv('TZ', 'Australia/Perth')
  const call = aCall({ scheduledTime: NINE_IN_SYDNEY, attempts: [anAttempt({ outcome: 'no_answer' })] })
  expect(said(call)).toBe('Margaret didn’t answer the 9:00 AM AEDT call (6:00 AM your time)')
})
