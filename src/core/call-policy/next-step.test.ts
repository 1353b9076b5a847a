import { expect, test } from 'vitest'
import { type AttemptFacts, attemptOutcome } from './attempt-outcome.ts'
import { type CallSoFar, MAX_NOT_YET, nextStep } from './next-step.ts'

const first: CallSoFar = {
  attemptsMade: 1,
  notYetCount: 0,
  acknowledged: false,
  maxAttempts: 3,
  retryDelaySeconds: 600,
  messageLeft: true,
  name: 'Margaret',
}
const last = { ...first, attemptsMade: 3 }

test('a key proves a person, whatever the machine detection says', () => {
  const facts: AttemptFacts = { endedStatus: 'completed', response: 'acknowledged', byKey: true, answeredBy: 'machine' }
  expect(attemptOutcome(facts)).toBe('acknowledged')
  expect(attemptOutcome({ ...facts, byKey: false })).toBe('machine')
  expect(attemptOutcome({ ...facts, byKey: false, answeredBy: 'human' })).toBe('acknowledged')
})

test.each([
  ['completed', 'human', 'no_response'],
  ['completed', null, 'no_response'],
  ['completed', 'unknown', 'no_response'],
  ['completed', 'machine', 'machine'],
  ['completed', 'fax', 'failed'],
  ['busy', null, 'busy'],
  ['no-answer', null, 'no_answer'],
  ['failed', null, 'failed'],
  ['canceled', null, 'failed'],
] as const)(
  'a dial that ended %s, answered by %s, without a response counts as %s',
  (endedStatus, answeredBy, outcome) => {
    expect(attemptOutcome({ endedStatus, answeredBy, response: null, byKey: false })).toBe(outcome)
  },
)

test('an acknowledged call is completed and not rung again', () => {
  expect(nextStep('acknowledged', first)).toEqual({ kind: 'done', status: 'completed', reason: null })
})

test('asking for help completes the call: a person was reached', () => {
  expect(nextStep('help', first)).toMatchObject({ status: 'completed' })
})

test.each(['no_answer', 'busy', 'no_response', 'machine', 'failed'] as const)(
  'after %s it rings again until the attempts are used up, and then a person can read why',
  (outcome) => {
    expect(nextStep(outcome, first)).toEqual({ kind: 'retry', inSeconds: 600 })
    expect(nextStep(outcome, { ...first, attemptsMade: 2 })).toEqual({ kind: 'retry', inSeconds: 600 })
    const step = nextStep(outcome, last)
    expect(step).toMatchObject({ kind: 'done', reason: expect.stringMatching(/\w.*\.$/) })
  },
)

test('an answering machine at the end is voicemail, a silent line is missed, a provider failure is failed', () => {
  expect(nextStep('machine', last)).toMatchObject({ status: 'voicemail' })
  expect(nextStep('no_response', last)).toMatchObject({ status: 'missed' })
  expect(nextStep('failed', last)).toMatchObject({ status: 'failed' })
})

test('a refused number fails after one attempt: asking again does not help', () => {
  expect(nextStep('refused', first)).toMatchObject({ kind: 'done', status: 'failed' })
})

test('"not yet" rings again in 15 minutes and does not use up an attempt', () => {
  expect(nextStep('not_yet', { ...first, notYetCount: 1 })).toEqual({ kind: 'retry', inSeconds: 900 })
  const afterNotYet = { ...first, attemptsMade: 3, notYetCount: 1 }
  expect(nextStep('no_answer', afterNotYet)).toEqual({ kind: 'retry', inSeconds: 600 })
})

test('"not yet" for ever is told to a person', () => {
  const step = nextStep('not_yet', { ...first, attemptsMade: MAX_NOT_YET, notYetCount: MAX_NOT_YET })
  expect(step).toMatchObject({ kind: 'done', status: 'missed' })
})

test('a late acknowledgement of the first attempt completes the call although the retry rang out', () => {
  expect(nextStep('no_answer', { ...last, acknowledged: true })).toMatchObject({ status: 'completed' })
})
