import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Report, reportSchema } from '#contract/calls/report.ts'
import { dayPlus } from '#core/away/away-period.ts'
import { toInstant } from '#core/recurrence/wall-clock.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { insertPastCall, type PastCall } from '#test/past-calls.ts'
import { readReport, readReportedCalls } from './read-report.ts'

let cooee: CallsFixture
let carer: SignedIn
let accountId: number
let lovedOneId: number
beforeAll(async () => {
  cooee = await callsFixture({ keepCallsMonths: 24 })
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await deleteEverybody(cooee.db)
  await cooee.db.deleteFrom('quotaUses').execute()
  cooee.clock.set(new Date('2026-04-20T10:00:00+10:00'))
  carer = await cooee.aRegisteredAccount()
  accountId = (await carer.get('/api/me')).json().circle.id
  lovedOneId = await cooee.aLovedOne(carer)
  await cooee.db
    .updateTable('lovedOnes')
    .set({ createdAt: sql`'2025-01-01'::timestamptz` as never })
    .execute()
})

const today = '2026-04-20'
/** On a day of the past, at a time on the wall in Sydney. */
const past = (daysAgo: number, time: string, call: Partial<PastCall> = {}) =>
  insertPastCall(cooee.db, {
    ...{ accountId, lovedOneId, at: toInstant(dayPlus(today, -daysAgo), time, 'Australia/Sydney') },
    ...call,
  })
async function report(query = '', reader = carer): Promise<Report> {
  const answer = await reader.get(`/api/loved-ones/${lovedOneId}/report${query}`)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return reportSchema.parse(answer.json())
}

test('a report counts the ended calls of thirty days by how they were answered, and today’s not yet', async () => {
  await past(0, '09:00')
  await past(1, '09:00')
  await past(30, '09:00', { tries: [{}, { response: 'acknowledged', seconds: 20 }] })
  await past(31, '09:00')
  await past(2, '09:00', { status: 'missed', tries: [{}, {}, {}], reason: 'The phone rang out.' })
  await past(3, '09:00', { isRehearsal: true })
  expect(await report()).toMatchObject({
    ...{ from: '2026-03-21', until: '2026-04-19', days: 30, rung: 3, firstRing: 1, laterRing: 1, notAnswered: 1 },
    tries: [
      { tries: 1, calls: 1 },
      { tries: 2, calls: 1 },
    ],
    ...{ seconds: 16, knownFrom: null },
  })
  expect((await report('?days=90')).rung).toBe(4)
})

test('days are those on the wall: a change of the clocks moves no call to another day', async () => {
  // Clocks go back on 5 April 2026. Each is on its own day, half an hour either side of midnight: in UTC the last is one earlier.
  await past(16, '23:30')
  await past(15, '00:30')
  await past(15, '23:30')
  await past(14, '00:30')
  const { weeks } = await report()
  const from = (day: string) => weeks.find((week) => week.from === day)
  expect(from('2026-03-30')).toMatchObject({ rung: 3, until: '2026-04-05' })
  expect(from('2026-04-06')).toMatchObject({ rung: 1 })
})

test('doses are counted by the schedule’s time of day, and a moved one at its own', async () => {
  const reminder = await cooee.aCall(carer, {
    ...{ lovedOneId, callType: 'medication_reminder', recurrencePattern: 'daily' },
    scheduledTime: '2026-04-21T08:00:00+10:00',
  })
  const { scheduleId } = await cooee.db
    .selectFrom('calls')
    .select('scheduleId')
    .where('id', '=', reminder.id)
    .executeTakeFirstOrThrow()
  const dose = { callType: 'medication_reminder', scheduleId: scheduleId ?? 0 } as const
  await past(1, '08:00', dose)
  await past(2, '08:00', { ...dose, tries: [{ response: 'not_yet' }, { response: 'acknowledged', seconds: 9 }] })
  await past(3, '08:00', { ...dose, status: 'missed', tries: [{}, {}] })
  await past(4, '08:00', { ...dose, tries: [{ response: 'help' }] })
  const moved = await past(5, '10:15', { callType: 'medication_reminder' })
  await cooee.db
    .insertInto('occurrenceChanges')
    .values({
      ...{ accountId, scheduleId: scheduleId ?? 0, callId: moved },
      occursOn: '2026-04-15',
      timeOfDay: '08:00',
    })
    .execute()
  await past(6, '17:00', { callType: 'medication_reminder' })
  expect((await report()).doses).toEqual([
    { slot: '08:00', taken: 2, later: 1, missed: 1, unknown: 1 },
    { slot: null, taken: 1, later: 0, missed: 0, unknown: 0 },
  ])
})

test('a ring that the phone company never put through is no ring', async () => {
  const refused = "The phone company wouldn't take the number, so the phone didn't ring."
  await past(1, '09:00', { status: 'failed', tries: [{ outcome: 'rejected' }], reason: refused })
  await past(2, '09:00', { tries: [{ outcome: 'failed' }, { response: 'acknowledged', seconds: 9 }] })
  await past(3, '09:00', { status: 'failed', tries: [{}, { outcome: 'failed' }], reason: 'It failed at last.' })
  expect(await report()).toMatchObject({
    ...{ rung: 2, firstRing: 1, laterRing: 0, notAnswered: 1 },
    notPlaced: [{ why: refused, calls: 1 }],
  })
})

/** An ended alert about a missed call of three days ago, and one person who was asked. */
async function anAlert(alert: {
  isOwned: boolean
  endedHow: string
  name: string
  personId?: number
}): Promise<string> {
  const missed = await past(3, '09:00', { status: 'missed', tries: [{}] })
  const openedAt = new Date('2026-04-17T00:30:00Z')
  const { id: incidentId } = await cooee.db
    .insertInto('incidents')
    .values({
      ...{ accountId, lovedOneId, callId: missed, cause: 'not_reached', headline: 'Margaret Hartley didn’t answer' },
      ...{ status: 'resolved', openedAt, endedAt: openedAt, escalationStartedAt: openedAt, roundStartsAt: openedAt },
      ...{ detail: null, nextAt: null, claimedUntil: null, ownerId: null, intent: null, etaMinutes: null },
      ...{ ownedAt: null, endedHow: alert.endedHow, withdrawnAt: null, contactsFrom: null, deadlineExtendedAt: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: ownerId } = await cooee.db
    .insertInto('incidentPeople')
    .values({
      ...{
        incidentId,
        position: 1,
        role: alert.personId ? 'member' : 'contact',
        name: alert.name,
        phoneNumber: '+61491570157',
      },
      ...{ personId: alert.personId ?? null, email: null, declinedAt: null, informedAt: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (alert.isOwned) await cooee.db.updateTable('incidents').set({ ownerId }).where('id', '=', incidentId).execute()
  return openedAt.toISOString()
}

test('what was not placed is counted with its reason, and alerts with who took them on', async () => {
  await past(1, '09:00', { status: 'missed', tries: [], reason: 'Cooee wasn’t running.' })
  await past(2, '09:00', { status: 'away', tries: [] })
  const at = await anAlert({
    isOwned: true,
    endedHow: 'Margaret Hartley answered the 9:30 AM call.',
    name: 'Ben Price',
  })
  const { notPlaced, alerts } = await report()
  expect(notPlaced).toEqual([
    { why: 'Left out while away.', calls: 1 },
    { why: 'Cooee wasn’t running.', calls: 1 },
  ])
  expect(alerts).toEqual([
    { at, cause: 'not_reached', who: 'Ben Price', how: 'Margaret Hartley answered the 9:30 AM call.' },
  ])
})

test('alerts beyond the latest hundred are counted', async () => {
  for (let n = 0; n < 102; n += 1) {
    await anAlert({ isOwned: false, endedHow: "Ben Price says all's well.", name: 'Ben Price' })
  }
  const { alerts, alertCount } = await report()
  expect([alerts.length, alertCount]).toEqual([100, 102])
})

test('who says that all is well without having said that they check has taken the alert on', async () => {
  await anAlert({ isOwned: false, endedHow: "Ben Price says all's well.", name: 'Ben Price' })
  expect((await report()).alerts).toMatchObject([{ who: 'Ben Price', how: "Ben Price says all's well." }])
})

test('a member reads what they did as theirs; pages for the doctor name them', async () => {
  const { id: personId } = (await carer.get('/api/me')).json()
  await anAlert({ isOwned: true, endedHow: "Jane Hartley says all's well.", name: 'Jane Hartley', personId })
  expect((await report()).alerts).toMatchObject([{ who: 'You', how: "You said all's well." }])
  const forOthers = await readReport(cooee, { accountId, personId: null }, { lovedOneId, days: 30 })
  expect(forOthers.alerts).toMatchObject([{ who: 'Jane Hartley', how: "Jane Hartley says all's well." }])
})

test('a week that is far from the weeks before is named in a sentence', async () => {
  for (let day = 1; day <= 80; day += 1) {
    await past(day, '09:00', { tries: [{ response: 'acknowledged', seconds: day <= 7 ? 40 + day : 11 + (day % 3) }] })
  }
  const { changes, tooLittle } = await report()
  expect(tooLittle).toBeNull()
  expect(changes).toEqual([
    {
      kind: 'seconds',
      sentence:
        'More time from the ring to the answer. Usually 12 seconds; this week 44. That’s a larger change than usual.',
    },
  ])
})

test('it says from when calls are known, and what is missing to say what is usual', async () => {
  expect((await report()).tooLittle).toContain('There are no such weeks yet.')
  await cooee.db
    .updateTable('lovedOnes')
    .set({ createdAt: sql`'2026-04-10T00:00:00Z'::timestamptz` as never })
    .execute()
  expect((await report()).knownFrom).toBe('We know calls from Apr 10, 2026 on: that’s when Margaret Hartley was added.')
})

test('a call that outlives the deletion of its neighbours is in no figure and no file', async () => {
  // The last call that a second phone answered is kept, so that we know it may be rung.
  await past(70, '09:00')
  await past(20, '09:00')
  const deps = { db: cooee.db, clock: cooee.clock, keepCallsMonths: 1 }
  const read = await readReport(deps, { accountId, personId: null }, { lovedOneId, days: 90 })
  expect(read).toMatchObject({ rung: 1, knownFrom: expect.stringContaining('We know calls from Mar 20, 2026 on') })
  expect(await readReportedCalls(deps, accountId, { lovedOneId, days: 90 })).toHaveLength(1)
})

test('a viewer reads it, and no other family', async () => {
  await past(1, '09:00')
  const viewer = await aMemberOf(cooee, carer, 'viewer')
  expect((await report('', viewer)).rung).toBe(1)
  const stranger = await cooee.aRegisteredAccount()
  for (const path of ['report', 'report.pdf', 'calls.csv']) {
    expect((await stranger.get(`/api/loved-ones/${lovedOneId}/${path}`)).statusCode).toBe(404)
  }
})

test.each(['7', 'abc', '', '30.0'])('days=%j is refused with the two that there are', async (days) => {
  const answer = await carer.get(`/api/loved-ones/${lovedOneId}/report?days=${days}`)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().errors).toEqual([{ path: 'days', message: 'Please choose 30 or 90 days' }])
})

test('the pages for the doctor come as a file', async () => {
  await past(1, '09:00')
  const answer = await carer.get(`/api/loved-ones/${lovedOneId}/report.pdf?days=90`)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toBe('attachment; filename="cooee-report-2026-04-19.pdf"')
  expect(answer.rawPayload.subarray(0, 8).toString()).toBe('%PDF-1.7')
})

test('calls come as lines for a spreadsheet, none of which is a formula', async () => {
  await past(2, '09:00', { reason: '=HYPERLINK("https://example.com")', status: 'missed', tries: [{}] })
  await past(1, '08:00', { callType: 'medication_reminder' })
  const answer = await carer.get(`/api/loved-ones/${lovedOneId}/calls.csv`)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.body).toBe(
    [
      '\ufeffDate,Time,Time zone,Call,How it ended,Rings,Answered at ring,Seconds to answer,Dose,Reason',
      '2026-04-18,09:00,Australia/Sydney,Daily Check-in,Not answered,1,,,,"\'=HYPERLINK(""https://example.com"")"',
      '2026-04-19,08:00,Australia/Sydney,Medication Reminder,Answered,1,1,12,Taken,',
      '',
    ].join('\r\n'),
  )
})

test('files are made at most sixty times an hour for an account', async () => {
  await cooee.db
    .insertInto('quotaUses')
    .values({ quota: 'report files', subject: String(accountId), windowStartedAt: cooee.clock.now(), used: 60 })
    .execute()
  expect((await carer.get(`/api/loved-ones/${lovedOneId}/calls.csv`)).statusCode).toBe(429)
  expect((await carer.get(`/api/loved-ones/${lovedOneId}/report`)).statusCode).toBe(200)
})
