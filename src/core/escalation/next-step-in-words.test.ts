import { expect, test } from 'vitest'
import { nextStepInWords } from './next-step-in-words.ts'

const now = new Date('2026-03-10T09:30:00+11:00')
const standing = {
  name: 'Margaret Hartley',
  timezone: 'Australia/Sydney',
  nextStepAt: new Date('2026-03-10T09:31:00+11:00'),
  roundAt: new Date('2026-03-10T09:00:00+11:00'),
  ownerName: null,
  youAreOwner: false,
}

test.each([
  [{}, 'We are asking everybody on the list, one after the other.'],
  [{ nextStepAt: null }, null],
  [
    { ownerName: 'Susan', nextStepAt: new Date('2026-03-10T10:00:00+11:00') },
    'If we hear nothing from Susan by 10:00 AM, we ask everybody again.',
  ],
  [{ ownerName: 'Susan', youAreOwner: true }, 'If we hear nothing from you by 9:31 AM, we ask everybody again.'],
  [
    { roundAt: new Date('2026-03-10T10:10:00+11:00') },
    'We ask everybody again at 10:10 AM, unless somebody takes it on before.',
  ],
  [
    { roundAt: new Date('2026-03-11T09:00:00+11:00') },
    'We ask everybody again at 9:00 AM tomorrow, unless somebody takes it on before.',
  ],
  [
    { contactsFrom: new Date('2026-03-10T11:30:00+11:00') },
    'We ring Margaret as soon as we can, and tell the people on the list at 11:30 AM if Margaret does not answer.',
  ],
])('what happens next is said in one sentence: %j', (changes, sentence) => {
  expect(nextStepInWords({ ...standing, ...changes }, now)).toBe(sentence)
})
