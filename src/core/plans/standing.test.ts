import { describe, expect, test } from 'vitest'
import { billingMonth } from './billing-month.ts'
import { lapseStep } from './lapse-step.ts'
import { type PlanFacts, planStanding } from './standing.ts'
import { usageNotice } from './usage.ts'

const DAY = 86_400_000
const START = new Date('2026-03-10T00:00:00Z')
const day = (count: number) => new Date(START.getTime() + count * DAY)

const NEW: PlanFacts = {
  isBillingOn: true,
  trialStartedAt: START,
  subscription: null,
  lapseNotifiedAt: null,
  suspendedAt: null,
}
const PAID: NonNullable<PlanFacts['subscription']> = {
  status: 'active',
  addOns: ['WAKE_UP_CALL'],
  periodStart: day(5),
  periodEnd: day(35),
  cancelsAt: null,
  unpaidSince: null,
  endedAt: null,
}
const subscribed = (changes: Partial<typeof PAID> = {}): PlanFacts => ({
  ...NEW,
  subscription: { ...PAID, ...changes },
})

/** The step that is due when things stand so, and nobody is suspended yet. */
const stepOf = (facts: PlanFacts, now: Date, suspendedAt: Date | null = null) =>
  lapseStep(planStanding({ ...facts, suspendedAt }, now), { lapseNotifiedAt: facts.lapseNotifiedAt, suspendedAt }, now)

describe('an account', () => {
  test('an account has fourteen free days', () => {
    expect(planStanding(NEW, day(0))).toEqual({ kind: 'trial', endsAt: day(14) })
    expect(planStanding(NEW, new Date(day(14).getTime() - 1)).kind).toBe('trial')
    expect(planStanding(NEW, day(14))).toMatchObject({ kind: 'lapsed', cause: 'trial_over', since: day(14) })
  })

  test('an account has the free days only until it subscribes: a subscription that ends within them leaves none', () => {
    const ended = subscribed({ status: 'ended', endedAt: day(6) })
    expect(planStanding(ended, day(7))).toMatchObject({ kind: 'lapsed', cause: 'ended', since: day(6) })
    expect(stepOf(ended, day(7))).toEqual({ kind: 'notify_lapse', cause: 'ended' })
  })

  test('an account that pays is active until it is renewed or ends', () => {
    const facts = subscribed({ cancelsAt: day(35) })
    expect(planStanding(facts, day(20))).toEqual({
      kind: 'active',
      addOns: ['WAKE_UP_CALL'],
      renewsAt: day(35),
      cancelsAt: day(35),
    })
  })

  test('an account whose payment failed is subscribed for seven days more, and then suspended', () => {
    const facts = { ...subscribed({ status: 'past_due', unpaidSince: day(35) }), lapseNotifiedAt: day(36) }
    expect(planStanding(facts, day(36))).toMatchObject({ kind: 'past_due', since: day(35), suspendsAt: day(43) })
    const suspended = { ...facts, suspendedAt: day(43) }
    expect(planStanding(suspended, day(44))).toMatchObject({ kind: 'suspended', cause: 'past_due', since: day(43) })
  })

  test('an account that has not paid and cancelled is known to end', () => {
    const facts = subscribed({ status: 'past_due', cancelsAt: day(35) })
    expect(planStanding(facts, day(20))).toMatchObject({ kind: 'past_due', cancelsAt: day(35) })
    const suspended = { ...facts, lapseNotifiedAt: day(20), suspendedAt: day(27) }
    expect(planStanding(suspended, day(28))).toMatchObject({ kind: 'suspended', cancelsAt: day(35) })
  })

  test('an account is suspended when its calls are not placed, never by the calendar alone', () => {
    const notified = { ...NEW, lapseNotifiedAt: day(14) }
    expect(planStanding(notified, day(30))).toMatchObject({ kind: 'lapsed', suspendsAt: day(30) })
    expect(planStanding({ ...notified, suspendedAt: day(22) }, day(30))).toMatchObject({
      kind: 'suspended',
      since: day(22),
    })
  })

  test('an account whose holder was not notified is not suspended, however long ago it ended', () => {
    expect(planStanding(NEW, day(100))).toMatchObject({ kind: 'lapsed', suspendsAt: day(107) })
    expect(planStanding(subscribed({ status: 'ended', endedAt: day(35) }), day(100))).toMatchObject({
      kind: 'lapsed',
      cause: 'ended',
      since: day(35),
    })
  })

  test('an account of an operator who does not charge has no limits', () => {
    expect(planStanding({ ...NEW, isBillingOn: false, lapseNotifiedAt: day(1) }, day(100))).toEqual({ kind: 'off' })
  })
})

describe('a month of calls', () => {
  test('a month of calls is the trial’s, then a paid one', () => {
    expect(billingMonth(NEW, day(3))).toEqual({ start: START, end: day(14) })
    expect(billingMonth(subscribed(), day(20))).toEqual({ start: day(5), end: day(35) })
    expect(billingMonth(subscribed({ status: 'past_due' }), day(20))).toEqual({ start: day(5), end: day(35) })
  })

  test('a past month of calls does not go on counting while the event of its renewal is on its way', () => {
    expect(billingMonth(subscribed(), day(35))).toEqual({ start: day(35), end: day(65) })
    expect(billingMonth(subscribed(), day(66))).toEqual({ start: day(65), end: day(95) })
  })
})

describe('what is due with a plan that runs out', () => {
  test('the end of the trial is announced three days before, not earlier', () => {
    expect(stepOf(NEW, day(10))).toBeNull()
    expect(stepOf(NEW, day(11))).toEqual({ kind: 'notify_trial_ending', endsAt: day(14) })
  })

  test.each([
    ['the trial is over', NEW, 'trial_over'],
    ['the subscription has ended', subscribed({ status: 'ended', endedAt: day(35) }), 'ended'],
    ['the payment has failed', subscribed({ status: 'past_due' }), 'past_due'],
  ] as const)(
    'an account is notified when %s, again two days before the suspension, and then suspended',
    (_what, facts, cause) => {
      expect(stepOf(facts, day(40))).toEqual({ kind: 'notify_lapse', cause })
      const notified = { ...facts, lapseNotifiedAt: day(40) }
      expect(stepOf(notified, new Date(day(45).getTime() - 1))).toBeNull()
      expect(stepOf(notified, day(45))).toEqual({ kind: 'notify_suspension_near', cause, suspendsAt: day(47) })
      expect(stepOf(notified, day(47))).toEqual({ kind: 'suspend', cause })
      expect(stepOf(notified, day(48), day(47))).toBeNull()
    },
  )

  test('a suspension is lifted once the account pays again, and every suspension once nobody is charged', () => {
    const notified = { ...subscribed(), lapseNotifiedAt: day(2) }
    expect(stepOf(notified, day(10), day(9))).toEqual({ kind: 'lift' })
    expect(stepOf(notified, day(10))).toEqual({ kind: 'lift' })
    expect(stepOf({ ...NEW, isBillingOn: false, lapseNotifiedAt: day(20) }, day(30), day(27))).toEqual({ kind: 'lift' })
    expect(stepOf(subscribed(), day(10))).toBeNull()
  })
})

describe('the calls of a month', () => {
  const trial = planStanding(NEW, day(1))
  test('the calls of a month are announced at 24 and at 30', () => {
    expect([23, 24, 29, 30, 45].map((calls) => usageNotice(trial, calls))).toEqual([
      null,
      'calls_nearly_used',
      'calls_nearly_used',
      'calls_used',
      'calls_used',
    ])
  })

  test('the calls of a month are not announced without a limit, or when nothing more can be scheduled anyway', () => {
    expect(usageNotice({ kind: 'off' }, 40)).toBeNull()
    expect(usageNotice(planStanding(NEW, day(20)), 40)).toBeNull()
  })
})
