import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { resolveByCheckIn } from '../answers/end-incident.ts'
import { viewIncident } from '../view/incident-view.ts'
import { advanceIncidents } from './advance-incidents.ts'

const ROBYN = '+61491570150'
const SUSAN = '+61491570157'
const TOM = '+61491570158'
const HOUR = 3_600_000

let on: IncidentFixture
beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())
beforeEach(async () => {
  await on.startOver()
  await on.care.db.updateTable('people').set({ phoneNumber: ROBYN }).execute()
  await on.care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: null, runningSince: null }).execute()
  await on.contact('Susan Hartley', SUSAN)
  await on.contact('Tom Hartley', TOM)
  on.callId = await aCallAt(0)
})

/** A call that was due this many hours after nine. */
const aCallAt = (hours: number) =>
  on.care.aCall(on.account, { lovedOneId: on.lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + hours * HOUR) })
const at = (hours: number) => on.care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + hours * HOUR))
const rung = () => on.care.telephony.alertsDialled.map(({ to }) => to)
const notMade = (contactsInHours: number, callId = on.callId) =>
  on.open('not_made', callId, undefined, {
    detail: null,
    contactsFrom: new Date(on.care.clock.now().getTime() + contactsInHours * HOUR),
  })

describe('calls that Cooee did not place', () => {
  test('an account holder is notified at once and once of a call that Cooee did not place, and does not read that the loved one was not reached', async () => {
    at(5)
    await notMade(1)
    await on.passRingingOut(50)
    expect(await on.alerted()).toEqual(['Robyn Hartley email alert 1', 'Robyn Hartley sms alert 1'])
    expect(rung()).toEqual([])
    const [text = ''] = on.textsTo(ROBYN)
    expect(text).toMatch(
      /^Cooee: We couldn't make the 9:00 AM daily check-in to Margaret Hartley\. We'll ring Margaret as soon as we can\. If Margaret doesn't answer, we'll tell Susan Hartley and Tom Hartley\. Can't wait\? Ring Margaret: \+61 491 570 156\. http/,
    )
    expect(on.care.notified.map((notified) => notified.text).join(' ')).not.toMatch(/not reached|didn't answer/)
  })

  test('the notice at night of a call that Cooee did not place says by when the loved one is rung, and the date if it was not today', async () => {
    at(18)
    await notMade(5)
    expect(on.textsTo(ROBYN)[0]).toContain(
      "We couldn't make the 9:00 AM daily check-in on Tuesday 10 March to Margaret Hartley. We'll ring Margaret as soon as we can after 7:00 AM.",
    )
  })

  test('the incident page of a call that Cooee did not place begins when the call was due, and speaks of no list where nobody is on it', async () => {
    await on.care.db.deleteFrom('contacts').execute()
    at(18)
    await notMade(5)
    const { id } = await on.care.db.selectFrom('incidentPeople').select('id').executeTakeFirstOrThrow()
    const page = await viewIncident(on.care.deps, id)
    expect(page?.openedAt).toBe(new Date(NINE_IN_SYDNEY).toISOString())
    expect(page?.nextStep).toBe(
      "We'll ring Margaret as soon as we can after 7:00 AM. Margaret has no emergency contact, so if Margaret doesn't answer we'll tell only you.",
    )
    expect(on.textsTo(ROBYN)[0]).toContain(
      "We'll ring Margaret as soon as we can after 7:00 AM. Margaret has no emergency contact.",
    )
  })

  test('contacts are notified at their time of a call that Cooee did not place, if the loved one was not reached until then', async () => {
    at(5)
    await notMade(1)
    await on.pass(59)
    expect(on.textsTo(SUSAN)).toEqual([])
    await on.pass(1)
    expect(on.textsTo(SUSAN)).toEqual([expect.stringContaining("We couldn't make the 9:00 AM call")])
  })

  test('no contact is notified before their time, also when the account holder takes the incident on and does not report', async () => {
    at(5)
    await notMade(2)
    await on.answer('Robyn Hartley', { kind: 'calling' })
    await on.pass(31)
    await on.pass(1)
    expect(on.textsTo(SUSAN)).toEqual([])
    await on.pass(90)
    expect(on.textsTo(SUSAN)).toHaveLength(1)
  })

  test('a call that Cooee did not place joins those before it with a mail to the account holder and no other text', async () => {
    const next = await aCallAt(1)
    at(5)
    await notMade(1)
    const notified = on.care.notified.length
    await notMade(1, next)
    expect(on.care.notified.slice(notified).map(({ channel }) => channel)).toEqual(['email'])
    expect(await on.incident(next)).toMatchObject({
      headline: "We couldn't make the 9:00 AM and the 10:00 AM call to Margaret Hartley",
    })
  })

  test('an incident of a call that Cooee did not place ends when the catch-up call is answered, and everybody who was notified hears it', async () => {
    at(5)
    await notMade(1)
    await on.care.db
      .transaction()
      .execute((trx) =>
        resolveByCheckIn(on.care.deps.incidents, trx, { lovedOneId: on.lovedOneId, how: 'Margaret has answered.' }),
      )
    expect(on.textsTo(ROBYN).at(-1)).toContain('all clear for Margaret Hartley. Margaret has answered.')
    expect(on.textsTo(SUSAN)).toEqual([])
  })

  test('a medicine call that Cooee did not place is not all clear when the catch-up call is answered, because nobody has mentioned the medicine', async () => {
    const reminder = await on.care.aCall(on.account, {
      lovedOneId: on.lovedOneId,
      at: new Date(NINE_IN_SYDNEY.getTime() + 0.5 * HOUR),
      callType: 'medication_reminder',
    })
    const off = { email: false, sms: false }
    const settings = { ...DEFAULT_NOTIFICATION_SETTINGS, incidents: off }
    await saveNotificationSettings(
      on.care.db,
      { accountId: on.account.id, personId: on.account.personId },
      settings,
      on.care.clock.now(),
    )
    at(5)
    await notMade(1, reminder)
    await on.pass(61)
    expect(on.textsTo(SUSAN)).toHaveLength(1)
    await on.care.db.transaction().execute((trx) =>
      resolveByCheckIn(on.care.deps.incidents, trx, {
        lovedOneId: on.lovedOneId,
        how: 'Margaret answered a call.',
      }),
    )
    const mail = on.care.notified.findLast(({ channel }) => channel === 'email')
    expect(mail?.subject).toBe('Margaret Hartley has answered, but one thing is still open')
    expect(mail?.text).toContain(
      "Margaret answered a call. We didn't get to the 9:30 AM medication reminder. Please ask Margaret if the medication's been taken.",
    )
    expect(mail?.text).not.toMatch(/all clear|don't need to do anything/i)
    expect(on.textsTo(SUSAN).at(-1)).toMatch(
      /^Cooee: Margaret answered a call\. What the 9:30 AM call was for is still open\. http/,
    )
    expect(await on.incident(reminder)).toMatchObject({
      status: 'resolved',
      endedHow: 'Margaret answered a call. What the 9:30 AM call was for is still open.',
    })
    await on.care.db
      .updateTable('calls')
      .set({ status: 'missed', dialAt: null, dialBy: null, endedAt: new Date() })
      .where('id', '=', reminder)
      .execute()
    expect(await on.care.call(on.account, reminder)).toMatchObject({ incident: { isReminderOpen: true } })
  })

  test('a call that Cooee did not place becomes a miss when the catch-up call is not answered, and the people on the list are notified at once', async () => {
    const catchUp = await aCallAt(5.25)
    at(5)
    await notMade(4)
    await on.pass(30)
    await on.open('not_reached', catchUp, undefined, {
      headline: "Margaret Hartley didn't answer the 2:15 PM call",
    })
    await on.care.escalate()
    expect(on.textsTo(SUSAN)).toEqual([
      expect.stringContaining(
        "Margaret Hartley didn't answer the 2:15 PM call. The phone rang out. Also: We couldn't make the 9:00 AM call to Margaret.",
      ),
    ])
  })
})

describe('misses that are found late, at night', () => {
  let onTheFourthDay: number
  beforeEach(async () => {
    // Found at three in the morning of the fourth day.
    const calls = [await aCallAt(0), await aCallAt(24), await aCallAt(48)]
    onTheFourthDay = await aCallAt(4 * 24 - 6)
    at(4 * 24 - 6)
    for (const callId of calls) await on.open('not_reached', callId)
  })

  test('misses that are found late at night are one text, their page has the dates, and no phone of a contact rings before seven', async () => {
    await on.passRingingOut(200, 2)
    expect(on.textsTo(SUSAN)).toEqual([
      expect.stringContaining("didn't answer 3 calls (the last was the 9:00 AM call on Thursday 12 March)."),
    ])
    const { id } = await on.care.db
      .selectFrom('incidentPeople')
      .select('id')
      .where('name', '=', 'Susan Hartley')
      .executeTakeFirstOrThrow()
    expect((await viewIncident(on.care.deps, id))?.headline).toBe(
      "Margaret Hartley didn't answer the 9:00 AM call on Tuesday 10 March, the 9:00 AM call on Wednesday 11 March and the 9:00 AM call on Thursday 12 March",
    )
    expect(on.textsTo(TOM)).toHaveLength(1)
    expect(rung().filter((to) => to !== ROBYN)).toEqual([])
    expect((await on.alerted()).filter((alert) => alert.includes('unresolved'))).toEqual([])
    await on.passRingingOut(50)
    expect(rung()).toContain(SUSAN)
  })

  test('misses that are found late at night do not delay a request for help', async () => {
    await on.open('help', onTheFourthDay, undefined, {
      headline: 'Margaret Hartley asked for help on the 3:00 AM call',
    })
    await on.care.escalate()
    await on.pass(1)
    expect(rung()).toContain(SUSAN)
  })
})

test('a live miss in the evening still rings contacts', async () => {
  const callId = await aCallAt(12)
  at(12.5)
  await on.open('not_reached', callId)
  await on.care.escalate()
  await on.pass(2)
  expect(rung()).toContain(SUSAN)
})

test.each([
  ['a ring that was queued when Cooee stopped does not wake a contact hours later', 'not_reached', 0],
  ['a ring for help that was queued when Cooee stopped is made hours later', 'help', 1],
] as const)('%s', async (_, cause, rings) => {
  const callId = await aCallAt(12)
  at(12.5)
  await on.open(cause, callId)
  await on.care.escalate()
  on.care.clock.advance(2 * 60_000)
  while ((await advanceIncidents(on.care.deps.incidents)) > 0);
  const queued = await on.care.db.selectFrom('alertCalls').select('phoneNumber').where('state', '=', 'queued').execute()
  expect(queued.map(({ phoneNumber }) => phoneNumber)).toContain(SUSAN)
  const later = new Date(NINE_IN_SYDNEY.getTime() + 99 * HOUR)
  await on.care.db.updateTable('incidents').set({ nextAt: later }).execute()
  at(17.5)
  await on.care.escalate()
  expect(rung().filter((to) => to === SUSAN)).toHaveLength(rings)
})

describe('owners of incidents', () => {
  const running = (lastHeartbeatAt: Date, runningSince: Date) =>
    on.care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt, runningSince }).execute()

  beforeEach(async () => {
    const now = on.care.clock.now()
    await running(now, new Date(now.getTime() - HOUR))
    await on.open()
    await on.care.escalate()
    await on.answer('Susan Hartley', { kind: 'calling' })
  })

  test('an owner whose time ended while Cooee was not running is asked how it went, gets it again, and no other contact is disturbed', async () => {
    const before = await on.alerted()
    await on.pass(5 * 60)
    expect(await on.incident()).toMatchObject({ status: 'owned' })
    await running(on.care.clock.now(), on.care.clock.now())
    await on.pass(29)
    expect((await on.alerted()).slice(before.length)).toEqual([
      'Robyn Hartley email further 1',
      'Robyn Hartley sms further 1',
      'Susan Hartley sms further 1',
    ])
    expect(on.textsTo(SUSAN).at(-1)).toMatch(
      /^Cooee: We were down for a while\. You said you'd check on Margaret Hartley, and we don't know how it went\. Reply 1 if you're still on it, 2 if you can't, 3 if all's well\. If we don't hear by 2:30 PM, we'll ask the others again\. http/,
    )
    expect(on.textsTo(ROBYN).at(-1)).toContain("Susan Hartley said they'd check on Margaret Hartley")
    await running(on.care.clock.now(), on.care.clock.now())
    await on.pass(1)
    expect(await on.incident()).toMatchObject({ status: 'running' })
  })

  test('an owner whose time ended in an outage that ends at night is asked at seven, and no text is sent before', async () => {
    const before = await on.alerted()
    await on.pass(4 * 24 * 60 - 6 * 60)
    await running(on.care.clock.now(), on.care.clock.now())
    for (let hour = 0; hour < 3; hour++) {
      await on.pass(60)
      await on.care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: on.care.clock.now() }).execute()
    }
    expect(await on.alerted()).toEqual(before)
    await on.pass(60)
    expect((await on.alerted()).slice(before.length)).toContain('Susan Hartley sms further 1')
    expect(on.textsTo(SUSAN).at(-1)).toContain("If we don't hear by 7:30 AM")
    await on.care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: on.care.clock.now() }).execute()
    for (let minute = 0; minute < 31; minute++) {
      await on.pass(1)
      await on.care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: on.care.clock.now() }).execute()
    }
    expect(await on.incident()).toMatchObject({ status: 'running' })
  })

  test('an owner who does not report while Cooee is running is taken at their word once', async () => {
    for (let minute = 0; minute < 31; minute++) {
      await on.care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: on.care.clock.now() }).execute()
      await on.pass(1)
      await on.care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: on.care.clock.now() }).execute()
    }
    expect(await on.incident()).toMatchObject({ status: 'running' })
  })

  test('an owner gets their time again once for each outage: workers that do not poll for calls do not extend it forever', async () => {
    await on.pass(60)
    expect(await on.incident()).toMatchObject({ status: 'owned' })
    await on.pass(31)
    expect(await on.incident()).toMatchObject({ status: 'running' })
  })
})

test('steps that an outage has delayed keep their intervals: within the hour after it one phone rings as often as in any other hour', async () => {
  await on.open()
  await on.pass(1)
  await on.pass(5 * 60)
  expect(rung(), 'who is told in writing now is rung later').not.toContain(TOM)
  await on.passRingingOut(60)
  expect(rung().filter((to) => to === SUSAN).length).toBeLessThanOrEqual(3)
  expect(on.textsTo(SUSAN).length).toBeLessThanOrEqual(4)
})
