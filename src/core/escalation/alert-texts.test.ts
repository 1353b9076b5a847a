import { expect, test } from 'vitest'
import { type AlertSubject, contactAlert, holderAlert } from './alert-texts.ts'

const SUBJECT: AlertSubject = {
  name: 'Margaret Hartley',
  phone: '0491 570 156',
  askedBy: 'Robyn Hartley',
  headline: 'Margaret Hartley was not reached by the 9:00 AM call',
  detail: "Margaret Hartley's phone rang out. Cooee tried 3 times.",
  lastAnswered: 'Mar 9, 2026 9:01 AM',
  link: 'https://cooee.example/incident/abc',
}

test('an alert says who was to be reached and when, what was tried, when all was last well, and where to see more', () => {
  for (const text of [contactAlert(SUBJECT), holderAlert(SUBJECT, ['Susan Hartley']).mail]) {
    for (const part of [SUBJECT.headline, SUBJECT.detail, SUBJECT.lastAnswered, SUBJECT.phone, SUBJECT.link]) {
      expect(text).toContain(part)
    }
  }
  expect(contactAlert(SUBJECT)).toMatch(/^Cooee, for Robyn Hartley: /)
})
