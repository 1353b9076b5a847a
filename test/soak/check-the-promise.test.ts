import { describe, expect, test } from 'vitest'
import { asked, type Doctored, doctored, fairSince, first, MINUTE, minutesLater, NINE } from './a-good-morning.ts'

test('a morning on which the promise was kept passes', () => {
  expect(doctored(() => {})).toBe('')
})

/** A catch-up call for the one at nine, which was answered at `minutes` after nine. */
function withCatchUp(minutes: number, catchUpFor = minutesLater(0)) {
  return ({ calls, attempts, rings, endings }: Doctored) => {
    const call = { ...first(calls), id: 3, scheduleId: null, scheduledFor: minutesLater(minutes), catchUpFor }
    calls.push({ ...call, endedAt: minutesLater(minutes + 1) })
    attempts.push({ ...first(attempts), id: 3, callId: 3, dialBy: minutesLater(minutes + 60) })
    const [asked, ended] = [NINE + minutes * MINUTE, NINE + (minutes + 1) * MINUTE]
    rings.push({ ...first(rings), subject: { attemptId: 3 }, requestedAt: asked, at: asked, endedAt: ended })
    endings.push({ callId: 3, event: 'call.completed' })
  }
}

test('a catch-up call keeps the promise although nobody asked for it', () => {
  expect(doctored(withCatchUp(120))).toBe('')
})

test.each([
  ['at night', /^Rung at night: catch-up call 3/m, withCatchUp(15 * 60)],
  ['without a call to catch up on', /^Catches up on no call: call 3/m, withCatchUp(120, minutesLater(7))],
])('a catch-up call %s breaks the promise', (_, broken, change) => {
  expect(doctored(change)).toMatch(broken)
})

test('an answer in another call completes a catch-up call only when it came after the call that was not placed', () => {
  const silent = (answeredAfter: number) => (evidence: Doctored) => {
    withCatchUp(120)(evidence)
    const [answered, , own] = evidence.rings
    Object.assign(own ?? {}, { keysPressed: [], keysTaken: [] })
    Object.assign(answered ?? {}, { endedAt: NINE + answeredAfter * MINUTE })
  }
  const broken = /^Counted as well without having said so: call 3/m
  expect(doctored(silent(1))).not.toMatch(broken)
  expect(doctored(silent(-1))).toMatch(broken)
})

test('an answer that is known late ends the incident of what was due before it, and only when it is known', () => {
  const ended =
    (knownAt: number, dueAt = 0) =>
    ({ incidents, causes, attempts }: Doctored) => {
      const endedAt = minutesLater(30)
      const news = { status: 'resolved', nextStepAt: null, endedHow: 'Margaret answered a call.' }
      Object.assign(first(incidents), { ...news, openedAt: minutesLater(20), endedAt })
      Object.assign(first(causes), { scheduledFor: minutesLater(dueAt), endedAt })
      Object.assign(first(attempts), { endedAt: minutesLater(knownAt) })
    }
  const broken = /^Ended by nobody: incident 1/m
  expect(doctored(ended(30))).not.toMatch(broken)
  expect(doctored(ended(25)), 'known before').toMatch(broken)
  expect(doctored(ended(30, 5)), 'due after the answer').toMatch(broken)
})

test('two messages with the same words have both arrived, whichever of them the provider recorded', () => {
  const again = ({ messages, texts }: Doctored) => {
    messages.push({ ...first(messages.slice(-1)), id: 4 })
    texts.push({ ...first(texts), providerId: 'SM2' })
  }
  expect(doctored(again)).toBe('')
  expect(doctored((evidence) => [again(evidence), evidence.texts.pop()])).toMatch(/left: text message 3, 4/)
  expect(doctored((evidence) => [again(evidence), evidence.texts.push(first(evidence.texts))])).toMatch(
    /^Texted 3 times/,
  )
})

test('a request for help keeps the promise when every number was tried, though the provider rings none of them', () => {
  const tried = (alertId: number, to = '+61491570102') =>
    doctored((evidence) => {
      const { causes, people, refused } = evidence
      Object.assign(first(causes), { cause: 'help' })
      people.splice(0, people.length, { ...first(people), role: 'contact', phoneNumber: '+61491570102' })
      refused.push({ to, subject: { alertId }, requestedAt: NINE + 2 * MINUTE })
      fairSince(0)(evidence)
    })
  const broken = /^Help rings nobody's phone: incident 1/m
  expect(tried(1)).not.toMatch(broken)
  expect(tried(9), 'the alert of another incident').toMatch(broken)
  expect(tried(1, '+61491570103'), 'the number of somebody else').toMatch(broken)
})

test('a key, words or a text of a person raise an alarm, and a text that says they are well is an answer', () => {
  const alarm = ({ causes }: Doctored) => Object.assign(first(causes), { cause: 'help' })
  const pressed = ({ rings }: Doctored) => rings[1]?.keysPressed.push({ key: '2', isAnswer: true })
  const said = ({ rings }: Doctored) => rings[1]?.meant.push({ meaning: 'help', wasAsked: false })
  const wrote = (text: string) => (evidence: Doctored) =>
    evidence.written.push({ from: '+61491570101', text, at: NINE + MINUTE, takenAt: null })
  for (const raised of [pressed, said, wrote('Help')]) {
    expect(doctored((evidence) => [alarm(evidence), raised(evidence)])).toBe('')
  }
  expect(doctored((evidence) => [alarm(evidence), wrote('OK')(evidence)])).toMatch(/^An alarm that nobody raised/)
  expect(
    doctored((evidence) => [Object.assign(first(evidence.rings), { keysPressed: [] }), wrote('OK')(evidence)]),
  ).toBe('')
})

test('a ring before a time away was set, later on the same day, breaks no promise', () => {
  const away = [aTimeAway({ setFrom: NINE + 10 * MINUTE })]
  expect(doctored(({ numbers }) => Object.assign(first(numbers), { away }))).toBe('')
})

function aTimeAway({ setFrom }: { setFrom: number }) {
  return { id: 1, from: NINE - 60 * MINUTE, to: NINE + 60 * MINUTE, setFrom }
}

describe('every way of breaking the promise is found', () => {
  test.for<[string, RegExp, (evidence: Doctored) => void, ((evidence: Doctored) => void)?]>([
    ['a due call that was not booked', /^Lost: the call to loved one 7/m, ({ calls }) => calls.shift()],
    ['a call that was booked twice', /^Booked 2 times/m, ({ calls }) => calls.push({ ...first(calls), id: 9 })],
    [
      'a call that nobody asked for',
      /^Not asked for: call 9/m,
      ({ calls }) => calls.push({ ...first(calls), id: 9, scheduledFor: minutesLater(30) }),
    ],
    [
      'a call that is still under way',
      /^Without an end: call 1/m,
      ({ calls }) => Object.assign(first(calls), { status: 'in_progress' }),
    ],
    [
      'a call that has ended twice',
      /^Call 2 has ended 2 times/m,
      ({ endings }) => endings.push({ callId: 2, event: 'call.failed' }),
    ],
    [
      'a call that was completed twice',
      /^Call 1 has ended 2 times/m,
      ({ endings }) => endings.push({ callId: 1, event: 'call.completed' }),
    ],
    ['a call whose end was not reported', /^Call 1 has ended 0 times/m, ({ endings }) => endings.shift()],
    [
      'a forgotten answer',
      /^Call 1 was completed and is missed/m,
      ({ calls }) => Object.assign(first(calls), { status: 'missed' }),
    ],
    [
      'a press of Call Now that rings twice',
      /placed as several calls: 3 and 4/,
      ({ askedForNow }) => askedForNow.push({ scheduleId: 1, callIds: [3, 4] }),
    ],
    [
      'an attempt that rang twice',
      /^Rung 2 times: attempt 1/m,
      ({ rings }) => rings.push({ ...first(rings), at: NINE + 9 * MINUTE }),
    ],
    [
      'two phones at a time for one call',
      /^Two phones at a time: call 1/m,
      ({ rings, attempts }) => {
        attempts.push({ ...first(attempts), id: 3, attemptNumber: 2 })
        rings.push({ ...first(rings), subject: { attemptId: 3 }, at: NINE + 1_000 })
      },
    ],
    [
      'a ring without an attempt',
      /^Rung without an attempt: \+61491570101/m,
      ({ rings }) => rings.push({ ...first(rings), subject: { attemptId: 99 } }),
    ],
    [
      'a ring for somebody who was removed',
      /^Rung after they were removed/m,
      ({ removed, attempts }) => {
        attempts.shift()
        removed.push({ lovedOneId: 7, phoneNumbers: ['+61491570101'], at: NINE - 1 })
      },
    ],
    [
      'a ring before its time',
      /^Rung too early: call 1/m,
      ({ rings }) => Object.assign(first(rings), { requestedAt: NINE - 5_000 }),
    ],
    [
      'a ring that is too late',
      /^Rung too late: call 1/m,
      ({ rings }) => Object.assign(first(rings), { requestedAt: NINE + 62 * MINUTE }),
    ],
    [
      'a ring after the schedule was cancelled',
      /^Rung after it was cancelled: call 1/m,
      ({ cancelled }) => cancelled.push({ scheduleId: 1, at: NINE - 1 }),
    ],
    [
      'an answer that did not count',
      /^Answered at .* with 1, but call 2 is missed/m,
      ({ rings }) => rings[1]?.keysTaken.push('1'),
    ],
    [
      'a call that is completed although nobody said that they are well',
      /^Counted as well without having said so: call 1/m,
      ({ rings }) => Object.assign(first(rings), { keysPressed: [] }),
    ],
    [
      'a call that is completed by words before the question',
      /^Counted as well without having said so: call 1/m,
      ({ rings }) => Object.assign(first(rings), { keysPressed: [], meant: [{ meaning: 'fine', wasAsked: false }] }),
    ],
    [
      'a call that is completed by words that nobody understood',
      /^Counted as well without having said so: call 1/m,
      ({ rings }) => Object.assign(first(rings), { keysPressed: [], meant: [{ meaning: 'unclear', wasAsked: true }] }),
    ],
    [
      'a call that is completed by a key that only says that somebody is there',
      /^Counted as well without having said so: call 1/m,
      ({ rings }) => Object.assign(first(rings), { keysPressed: [{ key: '1', isAnswer: false }] }),
    ],
    [
      'an alarm that no person raised',
      /^An alarm that nobody raised: incident 1 of call 2/m,
      ({ causes }) => Object.assign(first(causes), { cause: 'help' }),
    ],
    ['a miss without an incident', /^Nobody is notified: call 2 is missed/m, ({ causes }) => causes.shift()],
    [
      'a miss whose mail never left',
      /^The account holder was not notified that call 2 is missed/m,
      ({ mails }) => mails.shift(),
    ],
    [
      'a contact who was never notified',
      /^Contact 2 was never notified of call 2/m,
      ({ alerts }) => alerts.splice(1, 1),
    ],
    [
      'an account holder who does not know that nobody acknowledged the incident',
      /^The account holder was not notified that nobody acknowledged call 2/m,
      ({ alerts }) => alerts.pop(),
    ],
    [
      'a request for help that nobody was notified of',
      /^Help was asked for in call 1/m,
      ({ rings }) => first(rings).keysTaken.push('2'),
    ],
    [
      'an incident with no next step',
      /^Silent: incident 1/m,
      ({ incidents }) => Object.assign(first(incidents), { nextAt: null }),
    ],
    [
      'an incident that has stopped on its first way through the list',
      /^Nobody further is notified: incident 1/m,
      ({ incidents }) => Object.assign(first(incidents), { status: 'running', nextAt: minutesLater(5) }),
    ],
    ['a text message that came twice', /^Texted 2 times: message 3/m, ({ texts }) => texts.push(first(texts))],
    [
      'a text message that is recorded as sent and never left',
      /^Recorded as sent, and never left: text message 3/m,
      ({ texts }) => texts.pop(),
    ],
    [
      'a mail that is recorded as sent and never left',
      /^Recorded as sent, and never left: mail 2/m,
      ({ mails }) => mails.pop(),
    ],
    [
      'a mail that came oftener than it was tried',
      /^Mailed 2 times: message 1/m,
      ({ mails }) => mails.push(first(mails)),
    ],
    [
      'an attempt that never ends',
      /^Without an end: attempt 1 is placed/m,
      ({ attempts }) => Object.assign(first(attempts), { state: 'placed', endedAt: null }),
    ],
    [
      'an alert by phone that never ends',
      /^Without an end: alert 4 is unknown/m,
      ({ alertCalls }) => Object.assign(first(alertCalls), { state: 'unknown' }),
    ],
    [
      'an account holder who is notified after an hour',
      /^The account holder was notified late: incident 1/m,
      ({ mails }) => Object.assign(first(mails), { at: NINE + 62 * MINUTE }),
      fairSince(0),
    ],
    [
      'help for which no phone rings within a minute',
      /^Help rings nobody's phone: incident 1/m,
      ({ causes, people, rings }) => {
        Object.assign(first(causes), { cause: 'help' })
        people[1] = { ...first(people), id: 2, role: 'contact', phoneNumber: '+61491570102' }
        rings.push({ ...first(rings), subject: { alertId: 4 }, requestedAt: NINE + 9 * MINUTE })
      },
      fairSince(0),
    ],
    [
      'a phone that rings for an incident that somebody has acknowledged',
      /^Rung after an answer: \+61491570101/m,
      ({ incidents, alerts, rings }) => {
        Object.assign(first(incidents), { status: 'owned', ownedAt: minutesLater(5) })
        alerts.push({ ...first(alerts), id: 4, channel: 'call', messageId: null })
        rings.push({ ...first(rings), subject: { alertId: 4 }, requestedAt: NINE + 7 * MINUTE })
      },
    ],
    [
      'a text message that asks for somebody after the all-clear',
      /^Texted after an answer: \+61491570102/m,
      ({ incidents, texts }) => {
        Object.assign(first(incidents), { status: 'resolved', nextAt: null, endedAt: minutesLater(5) })
        Object.assign(first(texts), { at: NINE + 8 * MINUTE })
      },
    ],
    [
      'one phone that rings for us twice at once',
      /^One phone rang twice at once: \+61491570101/m,
      ({ rings }) => Object.assign(rings[1] ?? {}, { requestedAt: NINE, at: NINE + 1_000 }),
    ],
    [
      'two incidents of one person at the same time',
      /^Two incidents of one person: 1 and 2/m,
      ({ incidents }) => incidents.push({ ...first(incidents), id: 2, escalationStartedAt: minutesLater(5) }),
    ],
    [
      'a try more than was asked for',
      /^Rung 2 times, and 1 at most: call 2/m,
      ({ rings, attempts }) => {
        attempts.push({ ...first(attempts.slice(-1)), id: 3, attemptNumber: 2 })
        rings.push({ ...first(rings.slice(-1)), subject: { attemptId: 3 }, requestedAt: NINE + 20 * MINUTE })
      },
    ],
    [
      'a try that comes too soon',
      /^Tried again too soon: call 2/m,
      ({ rings, attempts, numbers }) => {
        Object.assign(first(numbers), { retries: { attempts: 1, delayMs: 10 * MINUTE } })
        attempts.push({ ...first(attempts.slice(-1)), id: 3, attemptNumber: 2 })
        rings.push({ ...first(rings.slice(-1)), subject: { attemptId: 3 }, requestedAt: NINE + 8 * MINUTE })
      },
    ],
    [
      'an incident that ended by itself',
      /^Ended by nobody: incident 1/m,
      ({ incidents }) =>
        Object.assign(first(incidents), {
          ...{ status: 'resolved', nextAt: null },
          ...{ openedAt: minutesLater(30), endedAt: minutesLater(300) },
        }),
    ],
    [
      'a suspended call that is not reported',
      /^Nobody is notified that call 2 was suspended/m,
      ({ calls, suspended }) => {
        Object.assign(calls[1] ?? {}, { reason: 'Your calls are suspended because your free trial has ended.' })
        suspended.push({ accountId: 3, from: NINE - MINUTE, liftedFrom: NINE + MINUTE, until: NINE + MINUTE })
      },
    ],
    [
      'a call that is not placed as suspended although its account is not',
      /^Not placed as suspended: call 2/m,
      ({ calls }) =>
        Object.assign(calls[1] ?? {}, { reason: 'Your calls are suspended because your free trial has ended.' }),
    ],
    [
      'a ring for what was due in a time away',
      /^Rung while away: call 1/m,
      ({ numbers }) => Object.assign(first(numbers), { away: [aTimeAway({ setFrom: NINE - 90 * MINUTE })] }),
    ],
    [
      'a call that is left for a time away that nobody set',
      /^Left for a time away that nobody set: call 2/m,
      ({ calls }) => Object.assign(calls[1] ?? {}, { status: 'away' }),
    ],
    [
      'a call that is left for a time away that began after its time',
      /^Left for a time away that nobody set: call 2/m,
      ({ calls, numbers }) => {
        Object.assign(calls[1] ?? {}, { status: 'away' })
        const from = (calls[1]?.scheduledFor.getTime() ?? 0) + MINUTE
        for (const known of numbers)
          Object.assign(known, { away: [{ id: 1, from, to: from + 60 * MINUTE, setFrom: from }] })
      },
    ],
    [
      'a ring while the account is suspended',
      /^Rung while suspended: call 1/m,
      ({ suspended }) =>
        suspended.push({ accountId: 3, from: NINE - 5 * MINUTE, liftedFrom: NINE + MINUTE, until: NINE + MINUTE }),
    ],
    [
      'a second miss that is not reported to the account holder',
      /^The account holder was not notified of cause 2, not_reached/m,
      ({ causes }) => causes.push({ ...first(causes), id: 2, callId: 9, happenedAt: minutesLater(30) }),
    ],
    [
      'a contact who is notified of a call that we did not place, before the loved one could be rung',
      /^Notified before the loved one was rung: contact 2/m,
      ({ incidents }) => Object.assign(first(incidents), { contactsFrom: minutesLater(75) }),
    ],
    [
      'a contact’s phone that rings at 3:00 for a miss of the day before',
      /^Rung at night for an old miss: \+61491570102/m,
      ({ alerts, rings }) => {
        const [alerted] = alerts.slice(1)
        const night = NINE + 18 * 60 * MINUTE
        if (alerted) alerts.push({ ...alerted, id: 4, channel: 'call', createdAt: new Date(night), messageId: null })
        const times = { requestedAt: night, at: night, endedAt: night + MINUTE }
        rings.push({ ...first(rings), ...times, subject: { alertId: 4 }, to: '+61491570102' })
      },
    ],
    [
      'a call that was not placed and that no catch-up call follows',
      /^No catch-up call: call 2/m,
      ({ causes, rings, attempts }) => {
        Object.assign(first(causes), { cause: 'not_made' })
        rings.length = 0
        attempts.length = 0
      },
    ],
    [
      'somebody who is asked by text and rung',
      /^Rung, and asked by text: \+61491570101/m,
      ({ calls }) => Object.assign(first(calls), { asksBy: 'text' }),
    ],
    [
      'a question by text before its time',
      /^Texted too early: call 1, attempt 1/m,
      (evidence) => asked(evidence, NINE - 5 * MINUTE),
    ],
    [
      'a question by text after its grace period',
      /^Texted too late: call 1, attempt 1/m,
      (evidence) => asked(evidence, NINE + 62 * MINUTE),
    ],
    [
      'a second question by text while the reply to the first is awaited',
      /^Texted again too soon: call 1, attempt 3/m,
      (evidence) => {
        asked(evidence, NINE)
        Object.assign(first(evidence.attempts), { outcome: 'no_answer' })
        evidence.attempts.push({ ...first(evidence.attempts), id: 3, attemptNumber: 3, messageId: 10 })
        evidence.texts.push({ ...first(evidence.texts), messageId: 10, at: NINE + 5 * MINUTE })
      },
    ],
    [
      'a reply that all is well and does not count',
      /^Replied at .*, but call 1 is missed/m,
      (evidence) => {
        asked(evidence, NINE)
        Object.assign(first(evidence.calls), { status: 'missed' })
        evidence.written.push({ from: '+61491570101', text: 'OK', at: NINE + 2 * MINUTE, takenAt: NINE + 2 * MINUTE })
      },
    ],
    [
      'a message that is neither sent nor given up',
      /^Neither sent nor given up: sms message 3/m,
      ({ messages }) => messages[2] && Object.assign(messages[2], { sentAt: null }),
    ],
  ])('%s', ([, sentence, change, before = () => {}]) => {
    expect(doctored((evidence) => [before(evidence), change(evidence)])).toMatch(sentence)
  })
})
