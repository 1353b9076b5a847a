import { brokenPromises } from './check-the-promise.ts'
import type { Evidence } from './evidence.ts'

export const NINE = Date.UTC(2027, 3, 3, 22)
export const MINUTE = 60_000
const SYDNEY = { zone: 'Australia/Sydney', from: 0, until: Number.POSITIVE_INFINITY }
export const minutesLater = (minutes: number) => new Date(NINE + minutes * MINUTE)

/** Evidence that a test may change. */
export type Doctored = {
  -readonly [Part in keyof Evidence]: Evidence[Part] extends readonly (infer Item)[] ? Item[] : Evidence[Part]
}

/** A morning on which the promise was kept: call 1 was answered, call 2 was missed, and nobody acknowledged it. */
export function aGoodMorning(): Doctored {
  const call = {
    ...{ accountId: 3, lovedOneId: 7, extraOfScheduleId: null, cancelledAt: null, triesMade: 1, uncountedTries: 0 },
    callType: 'daily_check_in',
    asksBy: 'call',
  } as const
  const regular = { ...call, catchUpFor: null }
  const attempt = { attemptNumber: 1, dialBy: minutesLater(60), state: 'ended', outcome: null, messageId: null }
  const ring = {
    recordedAt: null,
    ...{ to: '+61491570101', providerCallId: 'CA1', meant: [] as Evidence['rings'][number]['meant'] },
    ...{ keysTaken: [] as string[], keysPressed: [] as Evidence['rings'][number]['keysPressed'] },
  }
  const person = { incidentId: 1, declinedAt: null, phoneNumber: null } as const
  const alert = { incidentId: 1, channel: 'email', createdAt: minutesLater(1) } as const
  const mail = { accountId: 3, channel: 'email', recipient: 'robyn@example.com', text: 'Missed' } as const
  const text = { accountId: 3, channel: 'sms', recipient: '+61491570102', text: 'Not reached' } as const
  const sent = {
    sentAt: minutesLater(2),
    failedAt: null,
    error: null,
    tries: 1,
    dedupeKey: null,
    createdAt: minutesLater(1),
  } as const
  return {
    promised: [
      { lovedOneId: 7, callType: 'daily_check_in', scheduleId: 1, callId: null, dueAt: NINE },
      { lovedOneId: 7, callType: 'daily_check_in', scheduleId: null, callId: 2, dueAt: NINE },
    ],
    cancelled: [],
    removed: [],
    askedForNow: [],
    suspended: [],
    said: [],
    endedAt: NINE + 1_000 * MINUTE,
    clockErrorMs: 1_000,
    refused: [],
    rings: [
      {
        ...ring,
        subject: { attemptId: 1 },
        decisions: [],
        requestedAt: NINE,
        at: NINE,
        endedAt: NINE + MINUTE,
        keysTaken: ['1'],
        keysPressed: [{ key: '1', isAnswer: true }],
      },
      {
        ...ring,
        subject: { attemptId: 2 },
        decisions: [],
        requestedAt: NINE + MINUTE,
        at: NINE + MINUTE,
        endedAt: NINE + 2 * MINUTE,
      },
    ],
    written: [],
    takenBack: [],
    numbers: [
      {
        ...{ lovedOneId: 7, accountId: 3, hasAgreed: true, mayBeRecorded: false },
        ...{ phoneNumbers: ['+61491570101'], zones: [SYDNEY], away: [] },
        retries: { attempts: 0, delayMs: 10 * MINUTE },
      },
    ],
    texts: [{ providerId: 'SM1', messageId: 3, to: '+61491570102', text: 'Not reached', at: NINE + 3 * MINUTE }],
    mails: [
      { messageId: 1, to: 'robyn@example.com', at: NINE + 2 * MINUTE },
      { messageId: 2, to: 'robyn@example.com', at: NINE + 90 * MINUTE },
    ],
    calls: [
      {
        ...regular,
        id: 1,
        scheduleId: 1,
        scheduledFor: minutesLater(0),
        status: 'completed',
        reason: null,
        endedAt: minutesLater(1),
      },
      {
        ...regular,
        id: 2,
        scheduleId: null,
        scheduledFor: minutesLater(0),
        status: 'missed',
        reason: 'It rang out.',
        endedAt: minutesLater(1),
      },
    ],
    attempts: [
      { ...attempt, id: 1, callId: 1, endedAt: minutesLater(1) },
      { ...attempt, id: 2, callId: 2, endedAt: minutesLater(1) },
    ],
    incidents: [
      {
        ...{ id: 1, lovedOneId: 7, cause: 'not_reached', openedAt: minutesLater(1), status: 'unresolved' },
        ...{ escalationStartedAt: minutesLater(1), roundStartsAt: minutesLater(1), contactsFrom: null },
        ...{ endedAt: null, endedHow: null, ownedAt: null, withdrawnAt: null },
        nextAt: minutesLater(24 * 60),
      },
    ],
    causes: [
      {
        ...{ id: 1, incidentId: 1, callId: 2, cause: 'not_reached' },
        ...{ scheduledFor: minutesLater(0), happenedAt: minutesLater(1), endedAt: null, withdrawnAt: null },
      },
    ],
    people: [
      { ...person, id: 1, role: 'member' },
      { ...person, id: 2, role: 'contact' },
    ],
    alerts: [
      { ...alert, id: 1, incidentPersonId: 1, purpose: 'alert', messageId: 1 },
      { ...alert, id: 2, incidentPersonId: 2, purpose: 'alert', channel: 'sms', messageId: 3 },
      { ...alert, id: 3, incidentPersonId: 1, purpose: 'unresolved', messageId: 2 },
    ],
    alertCalls: [{ alertId: 4, state: 'ended' }],
    messages: [
      { ...mail, ...sent, id: 1 },
      { ...mail, ...sent, id: 2 },
      { ...text, ...sent, id: 3 },
    ],
    endings: [
      { callId: 1, event: 'call.completed' },
      { callId: 2, event: 'call.missed' },
    ],
  }
}

/** The first of them, which is there. */
export function first<Item>(items: readonly Item[]): Item {
  const [item] = items
  if (item === undefined) throw new Error('Nothing there')
  return item
}

/** Call 1 asks by text, at that time. */
export function asked({ calls, attempts, texts }: Doctored, at: number): void {
  Object.assign(first(calls), { asksBy: 'text' })
  Object.assign(first(attempts), { messageId: 9 })
  texts.push({ providerId: 'SM9', messageId: 9, to: '+61491570101', text: 'Hello', at })
}

/** What the check reports after `change` to the evidence. */
export function doctored(change: (evidence: Doctored) => void): string {
  const evidence = aGoodMorning()
  change(evidence)
  return brokenPromises(evidence).join('\n')
}

/** As if nothing had gone wrong since: deadlines of a minute hold only then. */
export const fairSince = (minutes: number) => (evidence: Doctored) =>
  Object.assign(evidence, { endedAt: NINE + minutes * MINUTE - 5 * MINUTE })
