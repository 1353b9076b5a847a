import { describe, expect, test } from 'vitest'
import { suspendedCallText } from './limits/suspended-call.ts'
import { type PlanNotice, planNoticeText } from './notices.ts'

const LINK = 'https://cooee.example/subscription'
const SYDNEY_MONDAY = new Date('2026-03-29T20:00:00Z')
const textOf = (notice: PlanNotice, zone = 'Australia/Sydney') => planNoticeText(notice, { zone, link: LINK })

describe('a notice', () => {
  test('before the end of the trial says when that is, what a subscription costs and that nothing stops that day', () => {
    const { subject, mail, sms } = textOf({ kind: 'trial_ending', endsAt: SYDNEY_MONDAY })
    expect(subject).toBe('Your free trial ends on Monday, Mar 30, 2026')
    expect(mail).toContain(`To keep your calls, subscribe to the Basic Plan for $19.99 per month: ${LINK}`)
    expect(mail).toContain('at least 7 days after we email you')
    expect(sms).toBeNull()
  })

  test('a notice names the day on the account holder’s own calendar', () => {
    expect(textOf({ kind: 'trial_ending', endsAt: SYDNEY_MONDAY }, 'America/New_York').subject).toBe(
      'Your free trial ends on Sunday, Mar 29, 2026',
    )
  })

  test.each([
    ['trial_over', 'Your free trial has ended', 'Subscribe to the Basic Plan to keep them'],
    ['ended', 'Your subscription has ended', 'Subscribe again to keep them'],
    ['past_due', 'Your payment has failed', 'Change your card and press Pay now on the Subscription page to keep them'],
  ] as const)(
    'a notice of a lapse (%s) says until when calls go on, and the way out, by mail and SMS',
    (cause, what, wayOut) => {
      const { subject, mail, sms } = textOf({ kind: 'lapsed', cause, suspendsAt: SYDNEY_MONDAY })
      expect(subject).toBe(what)
      for (const text of [mail, sms]) {
        expect(text).toContain(
          "We'll keep making your scheduled calls until Monday, Mar 30, 2026, then we'll suspend them.",
        )
        expect(text).toContain(`${wayOut}: ${LINK}`)
      }
      expect(mail).toContain('Nothing is deleted.')
    },
  )

  test('a notice of a lapse says what cannot be done any more, which is nothing while a payment is only late', () => {
    const mailOf = (cause: 'trial_over' | 'past_due') =>
      textOf({ kind: 'lapsed', cause, suspendsAt: SYDNEY_MONDAY }).mail
    expect(mailOf('trial_over')).toContain("you can't add calls or loved ones")
    expect(mailOf('past_due')).not.toContain("can't add")
  })

  test('before and at the suspension says that people will not be called, by mail and SMS', () => {
    const near = textOf({ kind: 'suspension_near', cause: 'past_due', suspendsAt: SYDNEY_MONDAY })
    expect(near.sms).toBe(
      `Cooee: We'll suspend your calls on Monday, Mar 30, 2026. Your payment has failed. Change your card and press Pay now on the Subscription page to keep them: ${LINK}`,
    )
    const now = textOf({ kind: 'suspended', cause: 'trial_over' })
    expect(now.sms).toBe(
      `Cooee: Your calls are suspended. Your free trial has ended. We're no longer ringing your loved ones. Calls start again as soon as you subscribe to the Basic Plan: ${LINK}`,
    )
    expect(now.mail).toContain("We'll email you about each call we don't make.")
  })

  test('a notice of a month that is nearly or wholly used says that what is scheduled is still placed', () => {
    const month = { isTrial: false, monthEndsAt: SYDNEY_MONDAY }
    const nearly = textOf({ kind: 'calls_nearly_used', calls: 24, ...month })
    expect(nearly.subject).toBe('24 of your 30 calls are booked')
    expect(nearly.mail).toContain("Once all 30 are booked, you can't add calls until Monday, Mar 30, 2026.")
    const wholly = textOf({ kind: 'calls_used', calls: 31, ...month })
    expect(wholly.subject).toBe('All your 30 calls are booked')
    expect(wholly.mail).toContain("We'll always make the calls you've scheduled.")
    const inTrial = textOf({ kind: 'calls_used', calls: 30, isTrial: true, monthEndsAt: SYDNEY_MONDAY })
    expect(inTrial.mail).toContain("You can't schedule more until you subscribe.")
  })
})

test('the notice of a call that was not placed says whom to ring, and how calls start again', () => {
  const { subject, mail, sms } = suspendedCallText({
    name: 'Margaret Hartley',
    localTime: '9:00 AM',
    phone: '+61 491 570 156',
    cause: 'past_due',
    link: LINK,
  })
  expect(subject).toBe("We didn't ring Margaret Hartley at 9:00 AM")
  expect(mail).toBe(
    [
      "We didn't ring Margaret Hartley at 9:00 AM. Your calls are suspended because your payment failed.",
      '',
      'Ring Margaret: +61 491 570 156',
      `Calls start again as soon as you change your card and press Pay now on the Subscription page: ${LINK}`,
    ].join('\n'),
  )
  expect(sms).toBe(
    "Cooee: We didn't ring Margaret Hartley at 9:00 AM. Your calls are suspended because your payment failed. Ring Margaret: +61 491 570 156.",
  )
})
