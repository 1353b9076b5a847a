import { expect, test } from 'vitest'
import { NEW_CONVERSATION } from '../conversation/conversation-state.ts'
import { afterAttempt, type CallSoFar, MAX_NOT_YET } from './after-attempt.ts'
import { attemptOutcome, type EndFacts } from './attempt-outcome.ts'

const first: CallSoFar = {
  countedTries: 1,
  notYetCount: 0,
  acknowledged: false,
  maxAttempts: 3,
  retryDelaySeconds: 600,
  messageLeft: true,
  name: 'Margaret',
}
const last = { ...first, countedTries: 3 }

const conversation = NEW_CONVERSATION

test('an answer that was taken stands, whatever the machine detection says', () => {
  const facts: EndFacts = {
    endedStatus: 'completed',
    response: 'acknowledged',
    answeredBy: 'machine',
    conversation,
  }
  expect(attemptOutcome(facts)).toBe('acknowledged')
  expect(attemptOutcome({ ...facts, answeredBy: 'human' })).toBe('acknowledged')
})

test('words of a machine make it one where detection says nothing, or says that it was a person', () => {
  for (const answeredBy of ['human', 'unknown', null] as const) {
    const facts: EndFacts = {
      endedStatus: 'completed',
      response: null,
      answeredBy,
      conversation: { ...conversation, isMachineByWords: true, notUnderstood: 2 },
    }
    expect(attemptOutcome(facts)).toBe('machine')
  }
})

test('words of a person that nobody understood are no silence', () => {
  const facts: EndFacts = {
    endedStatus: 'completed',
    response: null,
    answeredBy: 'human',
    conversation: { ...conversation, notUnderstood: 1 },
  }
  expect(attemptOutcome(facts)).toBe('not_understood')
  expect(attemptOutcome({ ...facts, answeredBy: 'machine' })).toBe('machine')
})

test('a call screener sounds like a machine and does not count as one', () => {
  const screened = { ...conversation, isScreened: true }
  expect(
    attemptOutcome({ endedStatus: 'completed', response: null, answeredBy: 'machine', conversation: screened }),
  ).toBe('no_response')
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
    expect(attemptOutcome({ endedStatus, answeredBy, response: null, conversation })).toBe(outcome)
  },
)

test('words that nobody understood end the call at once: ringing again would not make them clearer', () => {
  expect(afterAttempt('not_understood', first)).toMatchObject({ kind: 'done', status: 'missed' })
})

test('a last try whose ringing we stopped is a call that nobody answered, and not the phone company’s fault', () => {
  expect(afterAttempt('failed', { ...last, isStopped: true })).toEqual({
    kind: 'done',
    status: 'missed',
    reason: 'We stopped ringing before anyone answered.',
  })
})

test('a phone that screens calls says how to be let through', () => {
  expect(afterAttempt('no_response', { ...last, isScreened: true })).toMatchObject({
    status: 'missed',
    reason: "The phone asks callers who they are. Please save Cooee's number in it.",
  })
})

test('an acknowledged call is completed and not rung again', () => {
  expect(afterAttempt('acknowledged', first)).toEqual({ kind: 'done', status: 'completed', reason: null })
})

test('asking for help completes the call: a person was reached', () => {
  expect(afterAttempt('help', first)).toMatchObject({ status: 'completed' })
})

test.each(['no_answer', 'busy', 'no_response', 'machine', 'failed'] as const)(
  'after %s it rings again until the attempts are used up, and then a person can read why',
  (outcome) => {
    expect(afterAttempt(outcome, first)).toEqual({ kind: 'retry', inSeconds: 600 })
    expect(afterAttempt(outcome, { ...first, countedTries: 2 })).toEqual({ kind: 'retry', inSeconds: 600 })
    const step = afterAttempt(outcome, last)
    expect(step).toMatchObject({ kind: 'done', reason: expect.stringMatching(/\w.*\.$/) })
  },
)

test('an answering machine at the end is voicemail, a silent line is missed, a provider failure is failed', () => {
  expect(afterAttempt('machine', last)).toMatchObject({ status: 'voicemail' })
  expect(afterAttempt('no_response', last)).toMatchObject({ status: 'missed' })
  expect(afterAttempt('failed', last)).toMatchObject({ status: 'failed' })
})

test('a rejected number fails after one attempt: asking again does not help', () => {
  expect(afterAttempt('rejected', first)).toMatchObject({ kind: 'done', status: 'failed' })
})

test('"not yet" rings again in 15 minutes and does not use up an attempt', () => {
  expect(afterAttempt('not_yet', { ...first, notYetCount: 1 })).toEqual({ kind: 'retry', inSeconds: 900 })
  const afterNotYet = { ...first, countedTries: 3, notYetCount: 1 }
  expect(afterAttempt('no_answer', afterNotYet)).toEqual({ kind: 'retry', inSeconds: 600 })
})

test('a person is notified when the answer stays "not yet"', () => {
  const step = afterAttempt('not_yet', { ...first, countedTries: MAX_NOT_YET, notYetCount: MAX_NOT_YET })
  expect(step).toMatchObject({ kind: 'done', status: 'missed' })
})

test('a late acknowledgement of the first attempt completes the call although the retry rang out', () => {
  expect(afterAttempt('no_answer', { ...last, acknowledged: true })).toMatchObject({ status: 'completed' })
})
