import { describe, expect, test } from 'vitest'
import { CALL_TYPES } from '../../calls/call-vocabulary.ts'
import { mayChangeAddOns } from '../add-ons-in-use.ts'
import { mayBook } from '../calls-booked.ts'
import type { AddOnId } from '../prices.ts'
import type { LapseCause, Standing } from '../standing.ts'
import { mayAddLovedOne } from './may-add-loved-one.ts'
import { mayCallNow } from './may-call-now.ts'
import { maySchedule } from './may-schedule.ts'
import { mayUseCallType } from './may-use-call-type.ts'
import type { Permission } from './permission.ts'

const SOON = new Date('2026-04-08T00:00:00Z')
const TRIAL: Standing = { kind: 'trial', endsAt: SOON }
const subscribed = (addOns: AddOnId[] = [], cancelsAt: Date | null = null): Standing => ({
  kind: 'active',
  addOns,
  renewsAt: SOON,
  cancelsAt,
})
const inGrace = (addOns: AddOnId[] = []): Standing => ({
  kind: 'past_due',
  addOns,
  since: SOON,
  suspendsAt: SOON,
  cancelsAt: null,
})
const lapsed = (cause: 'trial_over' | 'ended'): Standing => ({ kind: 'lapsed', cause, since: SOON, suspendsAt: SOON })
const suspended = (cause: LapseCause): Standing => ({ kind: 'suspended', cause, since: SOON, cancelsAt: null })
const OFF: Standing = { kind: 'off' }

const used = (booked: number, wanted = 1, before = 0) => ({
  ...{ booked, wanted, before, endsAt: SOON },
  ...{ isTrial: false, zone: 'Australia/Sydney' },
})
const ofTrial = (booked: number, wanted = 1) => ({ ...used(booked, wanted), isTrial: true })
const whyNot = (permission: Permission) => (permission.allowed ? 'allowed' : permission.why)

describe('a new call', () => {
  test.each(CALL_TYPES)('a new call of type %s is part of the free trial', (callType) => {
    expect(whyNot(maySchedule(TRIAL, callType, used(0)))).toBe('allowed')
  })

  test.each<[Standing['kind'], Standing]>([
    ['active', subscribed()],
    ['past_due', inGrace()],
  ])('of an account that is %s may be a daily check-in; another type needs its add-on', (_kind, standing) => {
    expect(whyNot(maySchedule(standing, 'daily_check_in', used(0)))).toBe('allowed')
    expect(whyNot(maySchedule(standing, 'medication_reminder', used(0)))).toBe(
      "Medication Reminder isn't part of your plan. Add it on the Subscription page for $5.99 per month.",
    )
    expect(whyNot(maySchedule(standing, 'wellness_check', used(0)))).toBe(
      "Wellness Check isn't part of your plan. Add it on the Subscription page for $7.99 per month.",
    )
    expect(whyNot(maySchedule(standing, 'wake_up_call', used(0)))).toBe(
      "Wake-up Call isn't part of your plan. Add it on the Subscription page for $3.99 per month.",
    )
  })

  test('a new call of a type whose add-on is paid for is allowed, also in the days after a payment has failed', () => {
    expect(whyNot(maySchedule(subscribed(['WAKE_UP_CALL']), 'wake_up_call', used(0)))).toBe('allowed')
    expect(whyNot(maySchedule(inGrace(['WAKE_UP_CALL']), 'wake_up_call', used(0)))).toBe('allowed')
  })

  test.each<[Standing, string]>([
    [
      lapsed('trial_over'),
      'Your free trial has ended. Subscribe to the Basic Plan on the Subscription page to schedule new calls.',
    ],
    [lapsed('ended'), 'Your subscription has ended. Subscribe again on the Subscription page to schedule new calls.'],
    [
      suspended('trial_over'),
      'Your free trial has ended. Subscribe to the Basic Plan on the Subscription page to schedule new calls.',
    ],
    [
      suspended('past_due'),
      'Your payment has failed. Change your card, then press Pay now on the Subscription page to schedule new calls.',
    ],
  ])('is refused when nothing covers it: %j', (standing, why) => {
    expect(whyNot(maySchedule(standing, 'daily_check_in', used(0)))).toBe(why)
  })

  test('a new call is refused once thirty are booked, with the day on which that ends where the account holder lives', () => {
    expect(whyNot(maySchedule(subscribed(), 'daily_check_in', used(29)))).toBe('allowed')
    expect(whyNot(maySchedule(subscribed(), 'daily_check_in', used(30)))).toBe(
      "All 30 calls of your month until Wednesday, Apr 8, 2026 are booked. Choose Wednesday, Apr 8, 2026 or later, or cancel calls you don't need. We'll still make every call you've scheduled.",
    )
    const inPerthIsStillTuesday = {
      ...used(30),
      endsAt: new Date('2026-04-07T15:00:00Z'),
      zone: 'Australia/Perth',
    }
    expect(whyNot(maySchedule(inGrace(), 'daily_check_in', inPerthIsStillTuesday))).toContain('Tuesday, Apr 7, 2026')
  })

  test('a new call is refused once the thirty of the trial are booked, until the account is subscribed', () => {
    expect(whyNot(maySchedule(TRIAL, 'daily_check_in', ofTrial(30)))).toBe(
      "All 30 calls of your free trial are booked. Subscribe to the Basic Plan on the Subscription page, or cancel calls you don't need. We'll still make every call you've scheduled.",
    )
  })

  test('a new call is refused for a month that will not be renewed', () => {
    expect(whyNot(maySchedule(subscribed([], SOON), 'daily_check_in', used(30)))).toBe(
      "All 30 calls of your month until Wednesday, Apr 8, 2026 are booked. Choose Wednesday, Apr 8, 2026 or later if you resume your subscription on the Subscription page, or cancel calls you don't need. We'll still make every call you've scheduled.",
    )
  })

  test('a recurring call counts with all its rings in the month, and a refusal gives the numbers', () => {
    expect(whyNot(maySchedule(TRIAL, 'daily_check_in', ofTrial(16, 14)))).toBe('allowed')
    expect(whyNot(maySchedule(TRIAL, 'daily_check_in', ofTrial(17, 14)))).toBe(
      "This would add 14 calls until Wednesday, Apr 8, 2026, and 17 of the 30 calls of your free trial are booked. Choose fewer days, or cancel calls you don't need. We'll still make every call you've scheduled.",
    )
    expect(whyNot(maySchedule(subscribed(), 'daily_check_in', used(0, 31))), 'one a day in a long month').toBe(
      'allowed',
    )
    expect(whyNot(maySchedule(subscribed(), 'daily_check_in', used(0, 32)))).toContain('0 of the 30 calls')
  })

  test('a promised call may be moved, whatever is booked, but not ring more often', () => {
    expect(whyNot(mayBook(subscribed(), used(45, 8, 8)))).toBe('allowed')
    expect(whyNot(mayBook(subscribed(), used(45, 9, 8)))).toContain('are booked')
  })
})

describe('a call that is wanted now', () => {
  test('a call that is wanted now is never refused for the number of calls', () => {
    expect(whyNot(mayCallNow(TRIAL))).toBe('allowed')
    expect(whyNot(mayCallNow(subscribed()))).toBe('allowed')
  })

  test('a call that is wanted now is allowed in the days after a payment has failed, and refused once calls are suspended', () => {
    expect(whyNot(mayCallNow(inGrace()))).toBe('allowed')
    expect(whyNot(mayCallNow(suspended('past_due')))).toBe(
      'Your payment has failed. Change your card, then press Pay now on the Subscription page to start a call now.',
    )
  })
})

describe('one more loved one', () => {
  test.each([TRIAL, subscribed(), inGrace()])('a further loved one is the fifth at most: %j', (standing) => {
    expect(whyNot(mayAddLovedOne(standing, 4))).toBe('allowed')
    expect(whyNot(mayAddLovedOne(standing, 5))).toBe('Your plan covers up to 5 loved ones. Remove one to add another.')
  })

  test('a further loved one is refused when nothing covers the account', () => {
    expect(whyNot(mayAddLovedOne(lapsed('ended'), 0))).toBe(
      'Your subscription has ended. Subscribe again on the Subscription page to add a loved one.',
    )
  })
})

test('a call that changes its type needs the add-on, whatever was placed this month', () => {
  expect(whyNot(mayUseCallType(subscribed(), 'wake_up_call', 'change this call'))).toContain("Wake-up Call isn't part")
  expect(whyNot(mayUseCallType(subscribed(), 'daily_check_in', 'change this call'))).toBe('allowed')
  expect(whyNot(mayUseCallType(lapsed('trial_over'), 'daily_check_in', 'change this call'))).toBe(
    'Your free trial has ended. Subscribe to the Basic Plan on the Subscription page to change this call.',
  )
})

test('without billing there are no limits at all', () => {
  expect(whyNot(mayAddLovedOne(OFF, 500))).toBe('allowed')
  for (const callType of CALL_TYPES) expect(whyNot(maySchedule(OFF, callType, used(500)))).toBe('allowed')
  expect(whyNot(mayCallNow(OFF))).toBe('allowed')
})

describe('an add-on', () => {
  test('an add-on whose calls are still scheduled cannot be removed, and it is said how many there are', () => {
    const scheduled = new Map([
      ['medication_reminder', 2],
      ['wake_up_call', 1],
    ] as const)
    expect(whyNot(mayChangeAddOns(['MEDICATION_REMINDER', 'WAKE_UP_CALL'], ['WAKE_UP_CALL'], scheduled))).toBe(
      '2 Medication Reminders are still scheduled. Cancel them before you remove Medication Reminder.',
    )
    expect(whyNot(mayChangeAddOns(['WAKE_UP_CALL'], [], scheduled))).toBe(
      '1 Wake-up Call is still scheduled. Cancel it before you remove Wake-up Call.',
    )
  })

  test('an add-on can be removed when nothing is scheduled with it, and added at any time', () => {
    expect(whyNot(mayChangeAddOns(['WAKE_UP_CALL'], [], new Map()))).toBe('allowed')
    const scheduled = new Map([['wellness_check', 3]] as const)
    expect(whyNot(mayChangeAddOns([], ['WELLNESS_CHECK'], scheduled))).toBe('allowed')
  })
})
