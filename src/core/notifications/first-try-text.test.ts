import { expect, test } from 'vitest'
import { firstTryText } from './first-try-text.ts'

const call = {
  name: 'Margaret',
  call: '9:00 AM call',
  outcome: 'no_answer',
  nextTry: '9:10 AM',
  link: 'http://localhost:3000/calls/details/7',
} as const

test.each([
  ['no_answer', "Margaret didn't answer the 9:00 AM call."],
  ['busy', "Margaret's line was busy for the 9:00 AM call."],
  ['no_response', "We don't have Margaret's answer to the 9:00 AM call yet."],
  ['failed', "The 9:00 AM call to Margaret didn't go through."],
] as const)(
  'after %s the notice of the first try claims no more than is known, and says when the call is retried',
  (outcome, sentence) => {
    expect(firstTryText({ ...call, outcome }).sms).toBe(`Cooee: ${sentence} We'll try again at 9:10 AM.`)
  },
)
