import type { z } from 'zod'
import { userSchema } from '#contract/accounts/accounts.ts'
import { invoiceSchema, subscriptionSchema } from '#contract/accounts/billing.ts'
import { activitySchema } from '#contract/calls/activity.ts'
import { callDetailsSchema } from '#contract/calls/call-details.ts'
import { type Attempt, callSchema } from '#contract/calls/calls.ts'
import { dashboardStatsSchema } from '#contract/calls/dashboard.ts'
import { lovedOneSchema } from '#contract/people/loved-ones.ts'

// What the server would answer, parsed through the contract so that it cannot drift from it.

let lastId = 1000

export function aUser(changes: Partial<z.input<typeof userSchema>> = {}) {
  return userSchema.parse({
    id: 1,
    username: 'robyn',
    email: 'robyn@example.com',
    emailVerified: true,
    callsWaitForEmail: false,
    circle: { id: 1, name: 'Jane’s family', role: 'owner', mayHearCalls: true },
    circles: [{ id: 1, name: 'Jane’s family', role: 'owner' }],
    firstName: 'Robyn',
    lastName: 'Hartley',
    phoneNumber: null,
    phoneVerified: false,
    timezone: 'Australia/Sydney',
    role: 'account_holder',
    ...changes,
  })
}

/** What a loved one decided: yes to calls, and never asked about the rest, unless said otherwise. */
export function consents(calls: 'agreed' | 'not_asked' | 'declined' = 'agreed') {
  const notAsked = { state: 'not_asked', since: null, how: null } as const
  const asked = { state: calls, since: '2026-03-01T22:00:00.000Z', how: 'key' } as const
  return {
    calls: calls === 'not_asked' ? notAsked : asked,
    recording: notAsked,
    words: notAsked,
    conversation: notAsked,
  }
}

export function aLovedOne(changes: Partial<z.input<typeof lovedOneSchema>> = {}) {
  return lovedOneSchema.parse({
    // Every field that may be unknown is.
    ...Object.fromEntries(Object.keys(lovedOneSchema.shape).map((field) => [field, null])),
    id: 1,
    name: 'Margaret Hartley',
    phoneNumber: '+61255500143',
    timezone: 'Australia/Sydney',
    language: 'en-AU',
    relationship: 'parent',
    recordCalls: false,
    isRefusedByAdmin: false,
    consents: consents(),
    tried: { callId: null, at: null, finding: null, answered: true },
    contactsHealth: { state: 'good', reason: null, agreed: 2 },
    hasEmergencyContact: true,
    activeServices: [],
    ...changes,
  })
}

type CallChanges = Partial<z.input<typeof callSchema>> & { of?: ReturnType<typeof aLovedOne> }

function callFields({ of = aLovedOne(), ...changes }: CallChanges) {
  return {
    id: ++lastId,
    lovedOneId: of.id,
    lovedOne: { name: of.name, phoneNumber: of.phoneNumber, timezone: of.timezone },
    scheduledTime: '2026-03-10T00:00:00.000Z',
    callType: 'daily_check_in' as const,
    status: 'scheduled' as const,
    recurrencePattern: 'once' as const,
    schedulePatterns: [],
    duration: null,
    recording: null,
    recordingKeptUntil: null,
    transcript: null,
    // A missed call was rung.
    attempts: changes.status === 'missed' ? [anAttempt({ answeredBy: null, keys: '', outcome: 'no_answer' })] : [],
    incident: null,
    wasCancelled: false,
    isRefused: false,
    ...changes,
  }
}

/** One dial of a call that a person answered. */
export function anAttempt(changes: Partial<Attempt> = {}): Attempt {
  return {
    providerId: 'CA1',
    startedAt: '2026-03-10T00:00:00.000Z',
    answeredAt: '2026-03-10T00:00:10.000Z',
    endedAt: '2026-03-10T00:01:00.000Z',
    answeredBy: 'human',
    duration: 60,
    keys: '1',
    outcome: 'acknowledged',
    ...changes,
  }
}

export function aCall(changes: CallChanges = {}) {
  return callSchema.parse(callFields(changes))
}

export function callDetails(
  changes: CallChanges &
    Partial<
      Pick<
        z.input<typeof callDetailsSchema>,
        'reason' | 'escalation' | 'incidentLink' | 'timeline' | 'dayOfMonth' | 'finding'
      >
    > = {},
) {
  const {
    reason = null,
    escalation = null,
    incidentLink = null,
    timeline = [],
    dayOfMonth = null,
    finding,
    ...call
  } = changes
  return callDetailsSchema.parse({
    ...callFields(call),
    reason,
    escalation,
    incidentLink,
    timeline,
    dayOfMonth,
    finding,
  })
}

export function anActivity(changes: Partial<z.input<typeof activitySchema>> = {}) {
  return activitySchema.parse({
    id: ++lastId,
    activityType: 'call_completed',
    description: 'Daily Check-in with Margaret Hartley completed',
    createdAt: '2026-03-09T22:00:00.000Z',
    metadata: {},
    ...changes,
  })
}

export function dashboardStats(changes: Partial<z.input<typeof dashboardStatsSchema>> = {}) {
  return dashboardStatsSchema.parse({
    lovedOnesCount: 4,
    scheduledCallsCount: 11,
    completedCallsCount: 126,
    subscription: { plan: 'Basic Plan' },
    ...changes,
  })
}

type StandingInput = z.input<typeof subscriptionSchema>['standing']

/** What GET /api/subscription says of an account that stands so. */
export function aSubscription(
  standing: StandingInput,
  usage: Partial<z.input<typeof subscriptionSchema>['usage']> = {},
) {
  return subscriptionSchema.parse({
    standing,
    usage: {
      calls: 12,
      since: '2026-03-01T00:00:00.000Z',
      until: '2026-04-01T00:00:00.000Z',
      lovedOnes: 3,
      callsPerMonth: 30,
      lovedOnesAtMost: 5,
      ...usage,
    },
  })
}

/** One way to stand of each kind, on Mar 10, 2026. */
export const STANDINGS = {
  off: { kind: 'off' },
  trial: { kind: 'trial', endsAt: '2026-03-20T12:00:00.000Z' },
  trialEnding: { kind: 'trial', endsAt: '2026-03-12T12:00:00.000Z' },
  active: { kind: 'active', addOns: ['MEDICATION_REMINDER'], renewsAt: '2026-04-01T00:00:00.000Z', cancelsAt: null },
  cancelling: {
    kind: 'active',
    addOns: [],
    renewsAt: '2026-04-01T00:00:00.000Z',
    cancelsAt: '2026-04-01T00:00:00.000Z',
  },
  pastDue: {
    kind: 'past_due',
    addOns: ['WAKE_UP_CALL'],
    since: '2026-03-08T00:00:00.000Z',
    suspendsAt: '2026-03-15T00:00:00.000Z',
    cancelsAt: null,
  },
  pastDueCancelled: {
    kind: 'past_due',
    addOns: ['WAKE_UP_CALL'],
    since: '2026-03-08T00:00:00.000Z',
    suspendsAt: '2026-03-15T00:00:00.000Z',
    cancelsAt: '2026-04-01T00:00:00.000Z',
  },
  trialOver: {
    kind: 'lapsed',
    cause: 'trial_over',
    since: '2026-03-09T00:00:00.000Z',
    suspendsAt: '2026-03-16T00:00:00.000Z',
  },
  ended: { kind: 'lapsed', cause: 'ended', since: '2026-03-09T00:00:00.000Z', suspendsAt: '2026-03-16T00:00:00.000Z' },
  suspendedUnpaid: { kind: 'suspended', cause: 'past_due', since: '2026-03-09T00:00:00.000Z', cancelsAt: null },
  suspendedTrialOver: { kind: 'suspended', cause: 'trial_over', since: '2026-03-09T00:00:00.000Z', cancelsAt: null },
} as const satisfies Record<string, StandingInput>

export function anInvoice(changes: Partial<z.input<typeof invoiceSchema>> = {}) {
  return invoiceSchema.parse({
    id: `in_${++lastId}`,
    number: 'CO-2026-0217',
    date: '2026-03-01T00:00:00.000Z',
    amount: 25.98,
    status: 'paid',
    url: 'https://pay.example.com/invoice/1',
    ...changes,
  })
}
