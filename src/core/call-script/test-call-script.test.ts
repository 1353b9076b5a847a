import { expect, test } from 'vitest'
import { CALL_TYPES } from '../calls/call-vocabulary.ts'
import { testCallAgain, testCallReply, testCallScript } from './test-call-script.ts'

test.each(CALL_TYPES)('a test of a %s says first of all that it is a test, and that it is recorded', (callType) => {
  const [first, second] = testCallScript({ callType, promptText: null })
  expect(first).toEqual({ kind: 'say', text: 'This is a test call from Cooee. It is recorded.' })
  expect(second).toMatchObject({ kind: 'ask', prompt: expect.stringMatching(/press/) })
})

test("an admin's own words take the place of the question, and never of the announcement", () => {
  const [first, second] = testCallScript({ callType: 'daily_check_in', promptText: 'One two three.' })
  expect(first).toMatchObject({ text: 'This is a test call from Cooee. It is recorded.' })
  expect(second).toMatchObject({ prompt: 'One two three.' })
})

test('somebody who says hello has not answered: the question is asked once more, and only once', () => {
  const subject = { callType: 'daily_check_in', promptText: null } as const
  const hello = { keys: '', speech: 'Hello?' }
  expect(testCallAgain(subject, 'first', hello)?.[0]).toMatchObject({ kind: 'ask', step: 'again' })
  expect(testCallAgain(subject, 'again', hello)).toBeNull()
  expect(testCallAgain(subject, 'first', { keys: '1', speech: '' })).toBeNull()
  expect(testCallAgain(subject, 'first', { keys: '', speech: "I'm fine" })).toBeNull()
})

test.each([
  ['daily_check_in', '1', 'all is well'],
  ['daily_check_in', '2', 'asks for help'],
  ['medication_reminder', '2', 'not yet'],
  ['wellness_check', '7', 'none of the choices'],
] as const)('a test of a %s says that key %s means "%s", and that nobody is notified', (callType, keys, meaning) => {
  const said = JSON.stringify(testCallReply({ callType, promptText: null }, { keys, speech: '' }))
  expect(said).toContain(`You pressed ${keys}.`)
  expect(said).toContain(meaning)
  expect(said).toContain('nobody is told')
})
