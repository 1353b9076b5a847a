import { expect, test } from 'vitest'
import { type AlertSubject, contactAlert, holderAlert, unresolvedText } from './alert-texts.ts'
import { rangText } from './rang-text.ts'
import { machineWasHeard, withdrawnText } from './withdrawn-text.ts'

const SUBJECT: AlertSubject = {
  name: 'Margaret Hartley',
  phone: '0491 570 156',
  askedBy: 'Robyn Hartley',
  headline: 'Margaret Hartley was not reached by the 9:00 AM call',
  detail: "Margaret Hartley's phone rang out. Cooee tried 3 times.",
  cause: 'not_reached',
  heard: null,
  openSince: null,
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

const SAID = "I'm crook and I'm lost"
const UNCLEAR: AlertSubject = {
  ...SUBJECT,
  headline: 'Margaret Hartley answered the 9:00 AM call and said something that we could not understand',
  detail: null,
  cause: 'unclear',
  heard: SAID,
}

test('the account holder reads the words as heard, and a contact only that they were not understood', () => {
  const { mail, sms, instead } = holderAlert(UNCLEAR, ['Susan Hartley'])
  for (const text of [mail, sms]) expect(text).toContain(`What we heard, maybe not word for word: "${SAID}"`)
  expect(instead).not.toContain(SAID)
  expect(contactAlert(UNCLEAR)).not.toContain('crook')
  expect(contactAlert(UNCLEAR)).toContain(
    'said something that we could not understand. Margaret last said that all was well on Mar 9, 2026 9:01 AM. Please ring Margaret: 0491 570 156.',
  )
})

test('a text message holds only so much of what was heard', () => {
  const heard = 'well '.repeat(200)
  expect(holderAlert({ ...UNCLEAR, heard }, []).sms.length).toBeLessThan(550)
  expect(holderAlert({ ...UNCLEAR, heard }, []).mail).toContain('well…"')
})

test('what is told again says since when nobody has taken it on: it may be another morning', () => {
  const again = { ...SUBJECT, openSince: 'Mar 10, 2026 9:20 AM' }
  const sentence = 'Nobody has taken it on since Mar 10, 2026 9:20 AM.'
  for (const text of [contactAlert(again), holderAlert(again, []).mail, holderAlert(again, []).sms]) {
    expect(text).toContain(sentence)
  }
})

test('that nobody has taken it on says what happens next', () => {
  const { mail, sms } = unresolvedText(SUBJECT, 'all_told')
  for (const text of [mail, sms]) {
    expect(text).toContain('Everybody on the list was told, and nobody has taken it on.')
    expect(text).toContain('We keep asking, with longer pauses, and from tomorrow every morning at 9')
  }
})

test('an alarm that no person raised is taken back in the words of the family', () => {
  const headline = 'Margaret Hartley asked for help on the 9:00 AM call'
  const how = machineWasHeard('Margaret Hartley', { keepsTrying: true })
  expect(how).toBe("It was Margaret's voicemail that we heard. Margaret was not reached. We keep trying.")
  expect(withdrawnText({ ...SUBJECT, headline }, how).sms).toBe(
    `Cooee: ${how} We told you: "${headline}." That was a mistake, and we are sorry. ${SUBJECT.link}`,
  )
})

test('that she rang is told as a fact, and as no all-clear', () => {
  const { subject, mail, sms } = rangText(SUBJECT, '9:42 AM')
  expect(sms).toMatch(/^Cooee: Margaret's phone rang Cooee at 9:42 AM\. That alone does not tell us how Margaret is\./)
  expect(`${subject} ${mail} ${sms}`).not.toMatch(/all clear|is well/i)
})

test('the account holder reads who else is told, and is not told of nobody where all have said that they cannot', () => {
  expect(holderAlert(SUBJECT, ['Susan Hartley']).sms).toContain('Cooee is telling Susan Hartley, until somebody')
  expect(holderAlert(SUBJECT, []).sms).toContain('Margaret has no emergency contact, so nobody else is told.')
  expect(holderAlert(SUBJECT, null).sms).toContain('Everybody else on the list has said that they cannot.')
})
