import { expect, test } from 'vitest'
import { nextStepInWords } from './next-step-in-words.ts'

const now = new Date('2026-03-10T09:30:00+11:00')
const standing = {
  name: 'Margaret Hartley',
  timezone: 'Australia/Sydney',
  nextAt: new Date('2026-03-10T09:31:00+11:00'),
  roundStartsAt: new Date('2026-03-10T09:00:00+11:00'),
  ownerName: null,
  youAreOwner: false,
}

test.each([
  [{}, "We're asking everyone on the list, one by one."],
  [{ nextAt: null }, null],
  [
    { ownerName: 'Susan', nextAt: new Date('2026-03-10T10:00:00+11:00') },
    "If we don't hear from Susan by 10:00 AM, we'll ask everyone again.",
  ],
  [{ ownerName: 'Susan', youAreOwner: true }, "If we don't hear from you by 9:31 AM, we'll ask everyone again."],
  [{ roundStartsAt: new Date('2026-03-10T10:10:00+11:00') }, "If nobody can, we'll ask everyone again at 10:10 AM."],
  [
    { roundStartsAt: new Date('2026-03-11T09:00:00+11:00') },
    "If nobody can, we'll ask everyone again at 9:00 AM tomorrow.",
  ],
  [
    { contactsFrom: new Date('2026-03-10T11:30:00+11:00') },
    "We'll ring Margaret as soon as we can. If Margaret doesn't answer, we'll tell the people on the list by 11:30 AM.",
  ],
  [
    { contactsFrom: new Date('2026-03-10T11:30:00+11:00'), hasContacts: false },
    "We'll ring Margaret as soon as we can. Margaret has no emergency contact, so if Margaret doesn't answer we'll tell only you.",
  ],
])('what happens next is said in one sentence: %j', (changes, sentence) => {
  expect(nextStepInWords({ ...standing, ...changes }, now)).toBe(sentence)
})

test('at night it says, as the text did, from when on they are rung, by their clock, which is named where it is not the reader’s', () => {
  const night = new Date('2026-03-10T04:30:00+11:00')
  const contactsFrom = new Date('2026-03-10T12:00:00+11:00')
  const perth = { ...standing, timezone: 'Australia/Perth', readerTimezone: 'Australia/Sydney', contactsFrom }
  expect(nextStepInWords(perth, night)).toBe(
    "We'll ring Margaret as soon as we can after 7:00 AM AWST. If Margaret doesn't answer, we'll tell the people on the list by 9:00 AM AWST.",
  )
})
