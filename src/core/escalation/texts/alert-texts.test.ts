import { expect, test } from 'vitest'
import { textSegments } from '../../phone/text-segments.ts'
import { contactAlert, givenBackText, memberAlert, nobodyReachedText, unresolvedText } from './alert-texts.ts'
import { notPlacedAlert } from './not-placed-text.ts'
import type { AlertSubject } from './parts/alert-subject.ts'
import { rangText } from './rang-text.ts'
import { stuckText } from './stuck-text.ts'
import { machineWasHeard, withdrawnText } from './withdrawn-text.ts'

const SUBJECT: AlertSubject = {
  name: 'Margaret Hartley',
  phone: '0491 570 156',
  askedBy: 'Robyn Hartley',
  headline: "Margaret Hartley didn't answer the 9:00 AM call",
  detail: 'The phone rang out.',
  cause: 'not_reached',
  heard: null,
  openSince: null,
  lastAnswered: 'Mar 9, 2026 9:01 AM',
  link: 'https://cooee.example/incident/abc',
}

test('an alert says who was to be reached and when, what was tried, when all was last well, and where to see more', () => {
  for (const text of [contactAlert(SUBJECT), memberAlert(SUBJECT, ['Susan Hartley']).mail]) {
    for (const part of [SUBJECT.headline, SUBJECT.detail, SUBJECT.lastAnswered, SUBJECT.phone, SUBJECT.link]) {
      expect(text).toContain(part)
    }
  }
  expect(contactAlert(SUBJECT)).toMatch(/^Cooee, for Robyn Hartley: /)
})

const SAID = "I'm crook and I'm lost"
const UNCLEAR: AlertSubject = {
  ...SUBJECT,
  headline: "Margaret Hartley answered the 9:00 AM call and said something we couldn't understand",
  detail: null,
  cause: 'unclear',
  heard: SAID,
}

test('the account holder reads the words as heard, and a contact only that they were not understood', () => {
  const { mail, sms, fallback } = memberAlert(UNCLEAR, ['Susan Hartley'])
  for (const text of [mail, sms]) expect(text).toContain(`We heard, maybe not word for word: "${SAID}"`)
  expect(fallback).not.toContain(SAID)
  expect(contactAlert(UNCLEAR)).not.toContain('crook')
  expect(contactAlert(UNCLEAR)).toContain(
    "said something we couldn't understand. Last OK from Margaret: Mar 9, 2026 9:01 AM. Please ring Margaret: 0491 570 156.",
  )
})

test('a text message holds only so much of what was heard', () => {
  const heard = 'well '.repeat(200)
  expect(textSegments(memberAlert({ ...UNCLEAR, heard }, []).sms)).toBe(2)
  expect(memberAlert({ ...UNCLEAR, heard }, []).mail).toContain('...".')
})

test('a repeated alert says since when nobody has taken it on: it may be another morning', () => {
  const again = { ...SUBJECT, openSince: 'Mar 10, 2026 9:20 AM' }
  const sentence = "We've been asking since Mar 10, 2026 9:20 AM."
  for (const text of [contactAlert(again), memberAlert(again, []).mail, memberAlert(again, []).sms]) {
    expect(text).toContain(sentence)
  }
})

test('a text that nobody has taken it on says what happens next', () => {
  const { mail, sms } = unresolvedText(SUBJECT, 'all_notified')
  for (const text of [mail, sms]) {
    expect(text).toContain("We've asked everyone on the list, and nobody has said yes yet.")
    expect(text).toContain("We'll keep asking")
  }
  expect(mail).toContain('with longer breaks, and from tomorrow every morning at 9, until someone says yes.')
})

test('an alarm that no person raised is withdrawn in plain words', () => {
  const headline = 'Margaret Hartley asked for help on the 9:00 AM call'
  const how = machineWasHeard('Margaret Hartley', { keepsTrying: true })
  expect(how).toBe("That was Margaret's voicemail. We haven't reached Margaret. We'll keep trying.")
  const mistake = `Cooee: ${how} We told you "${headline}." That was our mistake, and we're sorry.`
  expect(withdrawnText({ ...SUBJECT, headline, stillOpen: null }, how).sms).toBe(`${mistake} ${SUBJECT.link}`)
})

test('what stands beside an alarm that is withdrawn is said, in a text of two segments at most', () => {
  const how = machineWasHeard('Margaret Hartley', { keepsTrying: false })
  const headline = "Margaret Hartley answered the 9:30 AM call and said something we couldn't understand"
  const stillOpen = 'Margaret Hartley asked for help on the 9:00 AM call'
  const { mail, sms } = withdrawnText({ ...SUBJECT, headline, stillOpen }, how)
  expect(mail).toContain(`This part is still true: ${stillOpen}.`)
  expect(sms).toContain('The rest of what we told you is still true.')
  expect(textSegments(sms)).toBeLessThanOrEqual(2)
})

test('a call from the loved one is stated as a fact, and not as an all-clear', () => {
  const { subject, mail, sms } = rangText(SUBJECT, '9:42 AM')
  expect(sms).toMatch(/^Cooee: Margaret's phone rang us at 9:42 AM\. We still don't know how Margaret is\./)
  expect(`${subject} ${mail} ${sms}`).not.toMatch(/all clear|is well/i)
})

test('the account holder reads who else is notified, and reads of nobody when all have said that they cannot', () => {
  expect(memberAlert(SUBJECT, ['Susan Hartley']).sms).toContain("We're asking Susan Hartley too.")
  expect(memberAlert(SUBJECT, []).sms).toContain("Margaret has no emergency contact, so we've told only you.")
  expect(memberAlert(SUBJECT, null).sms).toContain("Everyone else on the list has said they can't.")
})

test('about somebody who is asked by text, nobody is told to ring: they may not hear it', () => {
  const silent: AlertSubject = {
    ...SUBJECT,
    asksBy: 'text',
    headline: "Margaret Hartley didn't answer the 9:00 AM text",
  }
  const unclear: AlertSubject = { ...UNCLEAR, asksBy: 'text' }
  const messages = [
    ...[silent, unclear].flatMap((about) => [
      contactAlert(about),
      ...Object.values(memberAlert(about, ['Susan Hartley'])),
      ...Object.values(givenBackText(about, "Susan can't.")),
      ...Object.values(nobodyReachedText(about)),
      ...Object.values(unresolvedText(about, 'all_notified')),
    ]),
    ...Object.values(stuckText(silent)),
  ]
  for (const text of messages) expect(text).not.toMatch(/\bring\b/i)
  expect(contactAlert(unclear)).toContain('Please check on Margaret: 0491 570 156.')
  expect(memberAlert(silent, []).mail).toContain('Text Margaret: 0491 570 156')
  expect(memberAlert(SUBJECT, []).mail).toContain('Ring Margaret: 0491 570 156')
})

test('what a locked screen shows does not say what a call was for', () => {
  const reminder: AlertSubject = {
    ...SUBJECT,
    headline: "Margaret Hartley didn't answer the 9:00 AM medication reminder",
    plainHeadline: SUBJECT.headline,
  }
  expect(memberAlert(reminder, [])).toMatchObject({ subject: reminder.headline, plainSubject: SUBJECT.headline })
  expect(nobodyReachedText(reminder)).toMatchObject({
    subject: `We couldn't reach anyone: ${reminder.headline}`,
    plainSubject: `We couldn't reach anyone: ${SUBJECT.headline}`,
  })
  const notPlaced = notPlacedAlert(reminder, { willNotify: [], ringsAt: null, list: null })
  expect(notPlaced).toMatchObject({ subject: reminder.headline, plainSubject: SUBJECT.headline })
})
