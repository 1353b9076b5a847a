import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toInstant, toWallClock } from '#core/recurrence/wall-clock.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'

const MINUTE = 60_000
const SUSAN = '+61491570157'
/** On both days clocks change in the south-east, by half an hour on Lord Howe, and nowhere else. */
const DAYS = ['2026-10-04', '2027-04-04']
const ZONES = ['Australia/Sydney', 'Australia/Adelaide', 'Australia/Lord_Howe', 'Australia/Perth', 'Australia/Brisbane']

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver()
})

async function goTo(instant: Date) {
  care.clock.set(instant)
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
}
async function wakeAt(instant: Date) {
  await goTo(instant)
  await care.dispatch()
  await care.escalate()
}
const daysBefore = (day: string, days: number) => Temporal.PlainDate.from(day).subtract({ days }).toString()
const dials = () => care.telephony.dialled
async function answerLast(key: string) {
  const { attemptId, providerCallId } = dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
  const sid = providerCallId ?? ''
  await care.facts.answered(attemptId, sid)
  await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
  await care.facts.heard(attemptId, 'question 2', { keys: key, speech: '' })
  const end = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 30 } as const
  await care.facts.progressed(attemptId, { ...end, providerCallId: sid })
}
async function aDailyCall(zone: string, from: string) {
  const account = await care.anAccount()
  await care.db.updateTable('people').set({ phoneNumber: '+61491570111', timezone: zone }).execute()
  const lovedOneId = await care.aLovedOne(account, { timezone: zone })
  await care.db
    .insertInto('contacts')
    .values({
      ...{ accountId: account.id, lovedOneId, name: 'Susan Hartley', phoneNumber: SUSAN },
      ...{ contactType: 'family', isEmergencyContact: true, position: 1 },
    })
    .execute()
  await goTo(toInstant(from, '08:00', zone))
  await care.aCall(account, { lovedOneId, at: toInstant(from, '09:00', zone), recurrencePattern: 'daily' })
}

describe.each(DAYS)('four days without Cooee that end on %s', (day) => {
  describe.each(ZONES)('in %s', (zone) => {
    test.each(['03:00', '06:59'])(
      'after an outage at %s: the loved one is rung once, at seven by her clock, and at nine as every day; no contact is notified',
      async (end) => {
        await aDailyCall(zone, daysBefore(day, 4))
        await wakeAt(toInstant(day, end, zone))
        expect(dials()).toHaveLength(0)
        expect(care.notified.map(({ channel }) => channel).toSorted()).toEqual(['email', 'sms'])
        for (let minutes = 4; minutes > 0; minutes--) {
          const at = toInstant(day, '07:00', zone).getTime() - minutes * MINUTE
          if (at > care.clock.now().getTime()) await wakeAt(new Date(at))
        }
        expect(dials()).toHaveLength(0)
        await wakeAt(toInstant(day, '07:00', zone))
        expect(dials()).toHaveLength(1)
        await answerLast('1')
        for (const time of ['07:10', '08:00', '08:59']) await wakeAt(toInstant(day, time, zone))
        expect(dials()).toHaveLength(1)
        await wakeAt(toInstant(day, '09:00', zone))
        expect(dials()).toHaveLength(2)
        expect(care.notified.filter(({ recipient }) => recipient === SUSAN)).toEqual([])
        const calls = await care.db.selectFrom('calls').select(['scheduledFor', 'status']).orderBy('id').execute()
        const walls = calls.map(({ scheduledFor }) => toWallClock(scheduledFor, zone).timeOfDay)
        expect(walls.filter((time) => time !== '09:00')).toEqual(['07:00'])
        expect(calls.filter(({ status }) => status === 'missed')).toHaveLength(4)
        expect(await care.db.selectFrom('incidents').select('status').execute()).toEqual([{ status: 'resolved' }])
      },
    )

    test('a loved one who asks for help in the catch-up call has her contact notified at once, by its name', async () => {
      await aDailyCall(zone, daysBefore(day, 4))
      await wakeAt(toInstant(day, '03:00', zone))
      await wakeAt(toInstant(day, '07:00', zone))
      await answerLast('2')
      await care.escalate()
      const texts = care.notified.filter(({ recipient }) => recipient === SUSAN).map(({ text }) => text)
      expect(texts).toEqual([expect.stringContaining('Margaret Hartley asked for help on the 7:00 AM catch-up call.')])
    })
  })
})

describe('catch-up calls after an outage', () => {
  const zone = 'Australia/Sydney'
  beforeEach(async () => {
    await aDailyCall(zone, '2026-11-10')
    await wakeAt(toInstant('2026-11-14', '03:00', zone))
  })

  test('a catch-up call that a voicemail takes is retried, and then reported as a miss: once, with what it made up for', async () => {
    await wakeAt(toInstant('2026-11-14', '07:00', zone))
    for (const next of ['07:10', '07:20', '07:30']) {
      const { attemptId, providerCallId } = dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
      const sid = providerCallId ?? ''
      await care.facts.answered(attemptId, sid)
      await care.facts.answererDetected(attemptId, sid, 'machine')
      const end = { status: 'completed', endedStatus: 'completed', answeredBy: 'machine', durationSeconds: 30 } as const
      await care.facts.progressed(attemptId, { ...end, providerCallId: sid })
      await wakeAt(toInstant('2026-11-14', next, zone))
    }
    expect(dials()).toHaveLength(3)
    const [text, ...others] = care.notified.filter(({ recipient }) => recipient === SUSAN).map(({ text }) => text)
    expect(others).toEqual([])
    expect(text).toContain("Margaret Hartley didn't answer the 7:00 AM catch-up call.")
    // Two segments have no room for it; the account holder's mail has.
    expect(care.notified.findLast(({ channel }) => channel === 'email')?.text).toContain(
      "Also: We couldn't make 4 calls",
    )
  })

  test('a catch-up call is not rung for a loved one who was removed before', async () => {
    await care.db.deleteFrom('lovedOnes').execute()
    await wakeAt(toInstant('2026-11-14', '07:00', zone))
    expect(dials()).toEqual([])
  })

  test('a catch-up call rings the number that the loved one has when it is dialled', async () => {
    await care.db.updateTable('lovedOnes').set({ phoneNumber: '+61491570199' }).execute()
    await wakeAt(toInstant('2026-11-14', '07:00', zone))
    expect(dials().map(({ to }) => to)).toEqual(['+61491570199'])
  })

  test('a catch-up call is not rung if the account is suspended before, and that is reported', async () => {
    const now = care.clock.now()
    const lapse = new Date(now.getTime() - 8 * 24 * 60 * MINUTE)
    await care.db
      .updateTable('accounts')
      .set({ lapseNotifiedAt: lapse, suspendedAt: now, suspendedBecause: 'trial_over' })
      .execute()
    const notified = care.notified.length
    await wakeAt(toInstant('2026-11-14', '07:00', zone))
    expect(dials()).toEqual([])
    expect(care.notified.slice(notified).map(({ channel }) => channel)).toEqual(['email', 'sms'])
  })
})

test('a couple on one landline are each rung once, one after the other, for what was not placed at night', async () => {
  const zone = 'Australia/Perth'
  await aDailyCall(zone, '2026-11-10')
  const account = await care.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const con = await care.aLovedOne(account, { name: 'Con Hartley', timezone: zone })
  await care.aCall(account, { lovedOneId: con, at: toInstant('2026-11-10', '09:00', zone), recurrencePattern: 'daily' })
  await wakeAt(toInstant('2026-11-14', '03:00', zone))
  await wakeAt(toInstant('2026-11-14', '07:00', zone))
  expect(dials()).toHaveLength(1)
  await wakeAt(toInstant('2026-11-14', '07:01', zone))
  expect(dials()).toHaveLength(1)
  await answerLast('1')
  await wakeAt(toInstant('2026-11-14', '07:02', zone))
  expect(dials()).toHaveLength(2)
  await answerLast('1')
  for (const time of ['07:15', '07:30', '08:59']) await wakeAt(toInstant('2026-11-14', time, zone))
  expect(dials()).toHaveLength(2)
  expect(await care.db.selectFrom('incidents').select('status').execute()).toEqual([
    { status: 'resolved' },
    { status: 'resolved' },
  ])
})
