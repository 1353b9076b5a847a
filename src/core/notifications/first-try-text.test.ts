import { expect, test } from 'vitest'
import { firstTryText } from './first-try-text.ts'

const call = {
  name: 'Margaret',
  localTime: '9:00 AM',
  outcome: 'no_answer',
  nextTry: '9:10 AM',
  link: 'http://localhost:3000/calls/details/7',
} as const

test.each([
  ['no_answer', 'Margaret did not answer the 9:00 AM call.'],
  ['busy', "Margaret's line was busy at the 9:00 AM call."],
  ['no_response', 'Margaret has not confirmed the 9:00 AM call yet.'],
  ['failed', 'The 9:00 AM call to Margaret could not be connected.'],
] as const)('after %s it claims no more than is known, and says when it is tried again', (outcome, sentence) => {
  expect(firstTryText({ ...call, outcome }).sms).toBe(`Cooee: ${sentence} We try again at 9:10 AM.`)
})
