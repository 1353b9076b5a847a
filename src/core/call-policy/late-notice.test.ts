import { expect, test } from 'vitest'
import { mailBody } from '../notifications/mail-body.ts'
import { type LateCall, lateNoticeText } from './late-notice.ts'

const call: LateCall = { localTime: '9:00 AM', cause: 'too_many', now: { kind: 'trying', until: '10:00 AM' } }
const late = {
  name: 'Margaret Hartley',
  phone: '+61 491 570 156',
  link: 'https://cooee.example/calls/details/7',
  calls: [call],
}

test('the late notice says that nobody was called, why, what happens next, and how to ring the person', () => {
  const { subject, mail, sms } = lateNoticeText(late)
  expect(subject).toBe("We didn't ring Margaret Hartley at 9:00 AM")
  expect(sms).toBe(
    "Cooee: We didn't ring Margaret Hartley at 9:00 AM. More calls were due at once than we can make. We'll keep trying until 10:00 AM, and we'll let you know if we can't get through. Ring Margaret: +61 491 570 156.",
  )
  expect(mail).toContain('https://cooee.example/calls/details/7')
})

test.each([
  [{ kind: 'calling' }, "We're ringing Margaret now."],
  [{ kind: 'called', at: '9:12 AM' }, 'We rang Margaret at 9:12 AM instead.'],
  [{ kind: 'finding_out' }, "We're finding out, and we'll let you know."],
] as const)('what happens next: %j', (now, sentence) => {
  expect(lateNoticeText({ ...late, calls: [{ ...call, now }] }).mail).toContain(sentence)
})

test.each([
  ['provider_refuses', "The phone company hasn't been taking our calls."],
  ['provider_silent', "The phone company isn't answering us"],
  ['not_running', 'Cooee was down at the time.'],
  ['own_fault', 'Something went wrong on our side.'],
] as const)('why: %s', (cause, sentence) => {
  expect(lateNoticeText({ ...late, calls: [{ ...call, cause }] }).sms).toContain(sentence)
})

test('the late notice names 000, and says that Cooee is not an emergency service', () => {
  const mail = mailBody({ firstName: 'Robyn', username: 'robyn' }, [lateNoticeText(late).mail], { isAlert: true })
  expect(mail).toContain('Call 000. Cooee is not an emergency service.')
})

test('the late notice says nothing of what the call was for', () => {
  const { subject, mail, sms } = lateNoticeText(late)
  expect([subject, mail, sms].join()).not.toMatch(/medication|check-in|wellness|reminder/i)
})

test('several calls of one person are one notice, with what happens next to each where that differs', () => {
  const second: LateCall = { ...call, localTime: '9:10 AM', now: { kind: 'calling' } }
  expect(lateNoticeText({ ...late, calls: [call, { ...call, localTime: '9:10 AM' }] }).sms).toContain(
    "We didn't ring Margaret Hartley at 9:00 AM and 9:10 AM. More calls were due at once than we can make. We'll keep trying until 10:00 AM",
  )
  expect(lateNoticeText({ ...late, calls: [call, second] }).sms).toContain(
    "9:00 AM: We'll keep trying until 10:00 AM, and we'll let you know if we can't get through. 9:10 AM: We're ringing Margaret now.",
  )
})
