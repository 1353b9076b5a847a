import { expect, test } from 'vitest'
import { inThirdPerson } from './in-third-person.ts'

test.each([
  ['You reached Margaret', 'Jane $1 reached Margaret'],
  ["You're checking on Margaret", 'Jane $1 is checking on Margaret'],
  ["You can't check on Margaret", "Jane $1 can't check on Margaret"],
  ["You've asked Margaret", 'Jane $1 has asked Margaret'],
  ['Your subscription was cancelled', 'Your subscription was cancelled'],
  ['Youssef added as a contact', 'Youssef added as a contact'],
  ["We've asked you how Margaret is", "We've asked you how Margaret is"],
])('"%s" names who it was when somebody else reads it', (sentence, read) => {
  expect(inThirdPerson(sentence, 'Jane $1')).toBe(read)
})
