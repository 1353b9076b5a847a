import { expect, test } from 'vitest'
import { mailBody } from './mail-body.ts'

const ROBYN = { firstName: 'Robyn', username: 'robyn' }

test('a mail opens with the name of its reader and closes with Cooee', () => {
  expect(mailBody(ROBYN, ['Margaret answered.', 'The call: https://cooee.example/calls'])).toBe(
    'Hello Robyn,\n\nMargaret answered.\n\nThe call: https://cooee.example/calls\n\nCooee',
  )
})

test('a mail of an alert says whom to ring in danger, once, before it closes', () => {
  expect(mailBody(ROBYN, ["Margaret didn't answer."], { isAlert: true })).toBe(
    "Hello Robyn,\n\nMargaret didn't answer.\n\nIn danger? Call 000. Cooee is not an emergency service.\n\nCooee",
  )
})
