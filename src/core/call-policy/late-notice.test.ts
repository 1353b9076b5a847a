import { expect, test } from 'vitest'
import { type LateCall, lateNoticeText } from './late-notice.ts'

const call: LateCall = { localTime: '9:00 AM', cause: 'too_many', now: { kind: 'trying', until: '10:00 AM' } }
const late = {
  name: 'Margaret Hartley',
  phone: '+61 491 570 156',
  link: 'https://cooee.example/calls/details/7',
  calls: [call],
}

test('says that nobody was called, why, what happens next, and how to ring the person', () => {
  const { subject, mail, sms } = lateNoticeText(late)
  expect(subject).toBe('We did not call Margaret Hartley at 9:00 AM')
  expect(sms).toBe(
    'Cooee: We did not call Margaret Hartley at 9:00 AM. More calls were due than the phone provider lets through at once. We keep trying until 10:00 AM and tell you if it cannot be done. Ring Margaret Hartley: +61 491 570 156.',
  )
  expect(mail).toContain('https://cooee.example/calls/details/7')
})

test.each([
  [{ kind: 'calling' }, 'Margaret Hartley is being called now.'],
  [{ kind: 'called', at: '9:12 AM' }, 'Margaret Hartley was called at 9:12 AM instead.'],
  [{ kind: 'finding_out' }, 'We are finding out and tell you how it ends.'],
] as const)('what happens next: %j', (now, sentence) => {
  expect(lateNoticeText({ ...late, calls: [{ ...call, now }] }).mail).toContain(sentence)
})

test.each([
  ['provider_refuses', 'The phone provider has not been taking our calls.'],
  ['provider_silent', 'The phone provider does not answer'],
  ['not_running', 'Cooee was not running at that time.'],
  ['own_fault', 'Something went wrong on our side.'],
] as const)('why: %s', (cause, sentence) => {
  expect(lateNoticeText({ ...late, calls: [{ ...call, cause }] }).sms).toContain(sentence)
})

test('names 000, and says that Cooee is not an emergency service', () => {
  expect(lateNoticeText(late).mail).toContain('call 000. Cooee is not an emergency service.')
})

test('says nothing of what the call was for', () => {
  const { subject, mail, sms } = lateNoticeText(late)
  expect([subject, mail, sms].join()).not.toMatch(/medication|check-in|wellness|reminder/i)
})

test('several calls of one person are one notice, with what happens next to each where that differs', () => {
  const second: LateCall = { ...call, localTime: '9:10 AM', now: { kind: 'calling' } }
  expect(lateNoticeText({ ...late, calls: [call, { ...call, localTime: '9:10 AM' }] }).sms).toContain(
    'We did not call Margaret Hartley at 9:00 AM and 9:10 AM. More calls were due than the phone provider lets through at once. We keep trying until 10:00 AM',
  )
  expect(lateNoticeText({ ...late, calls: [call, second] }).sms).toContain(
    '9:00 AM: We keep trying until 10:00 AM and tell you if it cannot be done. 9:10 AM: Margaret Hartley is being called now.',
  )
})
