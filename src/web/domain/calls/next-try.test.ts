import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aCall, anAttempt } from '#test/web/answers.ts'
import { nextTryInWords, waitingOf } from './next-try.tsx'

beforeEach(() => void vi.stubEnv('TZ', 'Australia/Sydney'))
afterEach(() => void vi.unstubAllEnvs())

const NOW = new Date('2026-03-09T22:01:00.000Z')
const AGAIN = '2026-03-09T22:10:00.000Z'
const words = (lastOutcome: Parameters<typeof nextTryInWords>[0]['lastOutcome'], zone = 'Australia/Sydney') =>
  nextTryInWords({ nextTryAt: AGAIN, lastOutcome }, zone, NOW).replaceAll('\u00a0', ' ')

test('a call that nobody has answered yet says when it is retried', () => {
  expect(words('no_answer')).toBe('No answer yet, trying again at 9:10 AM')
})

test('the time is the loved one’s, with its zone where the reader’s clock differs', () => {
  expect(words('no_answer', 'Australia/Perth')).toBe('No answer yet, trying again at 6:10 AM AWST (9:10 AM your time)')
})

test.each([
  ['busy', 'The line was busy, trying again at 9:10 AM'],
  ['machine', 'No answer yet, trying again at 9:10 AM'],
  ['not_yet', 'Not yet, ringing again at 9:10 AM'],
  ['failed', 'Didn’t go through, trying again at 9:10 AM'],
] as const)('after %s it is not said that nobody answered where somebody did', (outcome, said) => {
  expect(words(outcome)).toBe(said)
})

test('a time that has come is not promised any more', () => {
  const late = new Date('2026-03-09T22:10:30.000Z')
  expect(nextTryInWords({ nextTryAt: AGAIN, lastOutcome: 'no_answer' }, 'Australia/Sydney', late)).toBe(
    'No answer yet, trying again now',
  )
})

test('a call that waits for nothing says nothing', () => {
  expect(
    waitingOf(aCall({ status: 'in_progress', attempts: [anAttempt({ endedAt: null, outcome: null })] })),
  ).toBeNull()
})
