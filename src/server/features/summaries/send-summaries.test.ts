import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS, type NotificationSettings } from '#core/notifications/settings.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { insertMember } from '#test/insert-member.ts'
import { aRefusal } from '#test/refusals.ts'
import { sendSummaries } from './send-summaries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

let care: CareFixture
let account: { id: number; personId: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  await care.db.deleteFrom('phoneRefusals').execute()
  care.notified.length = 0
  care.clock.set(new Date('2026-03-09T10:00+11:00'))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
})

const choose = (summary: NotificationSettings['summary']) =>
  saveNotificationSettings(
    care.db,
    { accountId: account.id, personId: account.personId },
    { ...DEFAULT_NOTIFICATION_SETTINGS, summary },
    care.clock.now(),
  )
/** At nine in Sydney, on these days from Mar 10 on. */
async function aCallEveryDay(days = 5, first = new Date('2026-03-10T09:00+11:00')) {
  for (let day = 0; day < days; day++) {
    await care.aCall(account, { lovedOneId, at: new Date(first.getTime() + day * 24 * HOUR) })
  }
}
/** A worker that polls every half hour until then. */
async function workUntil(instant: string) {
  while (care.clock.now() < new Date(instant)) {
    care.clock.advance(30 * MINUTE)
    await sendSummaries(care.deps)
  }
}
const subjects = () => care.notified.map(({ subject }) => subject)

test('a summary comes every day at the chosen hour on the account holder’s own clock, about the day before', async () => {
  await choose({ frequency: 'daily', hour: 8 })
  await aCallEveryDay()
  await workUntil('2026-03-10T07:30+11:00')
  expect(subjects()).toEqual([])
  await workUntil('2026-03-11T07:30+11:00')
  expect(subjects()).toEqual(['No calls on Monday, Mar 9, 2026'])
  expect(care.notified[0]?.text).toContain('Coming today\n- 9:00 AM Daily Check-in with Margaret Hartley')
  await workUntil('2026-03-11T08:00+11:00')
  expect(subjects()[1]).toBe('Calls on Tuesday, Mar 10, 2026: 0 of 1 answered')
  expect(care.notified.map(({ channel, isUrgent }) => [channel, isUrgent])).toEqual([
    ['email', false],
    ['email', false],
  ])
})

test('a summary lists every call that is coming today, also those that are not booked yet', async () => {
  await choose({ frequency: 'daily', hour: 8 })
  await care.aCall(account, {
    lovedOneId,
    callType: 'medication_reminder',
    at: new Date('2026-03-10T09:00+11:00'),
    recurrencePattern: 'custom',
    schedulePatterns: ['09:00', '18:00'].map((timeOfDay) => ({ weekDay: 'tuesday', timeOfDay })),
  })
  await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T12:00+11:00'), recurrencePattern: 'daily' })
  care.clock.set(new Date('2026-03-10T08:00+11:00'))
  await sendSummaries(care.deps)
  const [, coming = ''] = care.notified[0]?.text.split('Coming today\n') ?? []
  expect(coming.split('\n').slice(0, 4)).toEqual([
    '- 9:00 AM Medication Reminder with Margaret Hartley',
    '- 12:00 PM Daily Check-in with Margaret Hartley',
    '- 6:00 PM Medication Reminder with Margaret Hartley',
    '',
  ])
})

describe('a time away', () => {
  const isAway = (until: string) =>
    care.db
      .insertInto('aways')
      .values({
        accountId: account.id,
        lovedOneId,
        startsOn: '2026-03-10',
        endsOn: until,
        startsAt: new Date('2026-03-10T00:00+11:00'),
        endsAt: new Date('2026-03-12T00:00+11:00'),
        reason: 'other',
        setBy: 'account_holder',
      })
      .execute()

  test('a summary lists no call that will not ring, and says until when they are away', async () => {
    await choose({ frequency: 'daily', hour: 8 })
    await care.aCall(account, {
      lovedOneId,
      at: new Date('2026-03-10T09:00+11:00'),
      recurrencePattern: 'custom',
      schedulePatterns: ['09:00', '18:00'].map((timeOfDay) => ({ weekDay: 'tuesday', timeOfDay })),
    })
    await isAway('2026-03-11')
    care.clock.set(new Date('2026-03-10T08:00+11:00'))
    await sendSummaries(care.deps)
    expect(care.notified[0]?.text).not.toContain('Coming today')
    expect(care.notified[0]?.text).toContain('Away\n- Margaret Hartley, until Wednesday 11 March\n')
  })

  test('a summary does not promise a call to a phone that wants none', async () => {
    await choose({ frequency: 'daily', hour: 8 })
    const con = await care.somebodyElse(account, { name: 'Con Papadakis' })
    for (const id of [lovedOneId, con])
      await care.aCall(account, { lovedOneId: id, at: new Date('2026-03-10T09:00+11:00') })
    await aRefusal(care.db, { phoneNumber: '+61491570156', calls: true }, care.clock.now())
    care.clock.set(new Date('2026-03-10T08:00+11:00'))
    await sendSummaries(care.deps)
    expect(care.notified[0]?.text).toContain('Daily Check-in with Con Papadakis')
    expect(care.notified[0]?.text).not.toContain('Margaret')
  })

  test('a summary counts no call that was left out', async () => {
    await choose({ frequency: 'daily', hour: 8 })
    await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T09:00+11:00') })
    await isAway('2026-03-11')
    care.clock.set(new Date('2026-03-10T09:00+11:00'))
    await care.dispatch()
    care.clock.set(new Date('2026-03-11T08:00+11:00'))
    await sendSummaries(care.deps)
    expect(subjects()).toEqual(['No calls on Tuesday, Mar 10, 2026'])
    expect(care.notified[0]?.text).toContain('- 9:00 AM Daily Check-in: left out while away.')
  })

  test('a summary comes to no member who is away, unless everybody is', async () => {
    await choose({ frequency: 'daily', hour: 8 })
    await aCallEveryDay()
    const days = { awayFrom: '2026-03-01', awayUntil: '2026-03-10' }
    await care.db.updateTable('members').set(days).where('accountId', '=', account.id).execute()
    care.clock.set(new Date('2026-03-10T08:00+11:00'))
    expect(await sendSummaries(care.deps)).toBe(1)
    await insertMember(care.db, account, { firstName: 'Tom', phoneNumber: null })
    care.clock.set(new Date('2026-03-10T08:01+11:00'))
    await care.db.updateTable('notificationSettings').set({ summaryNotifiedOn: null }).execute()
    expect(await sendSummaries(care.deps)).toBe(0)
  })
})

test('a summary comes once, however many workers poll at the same time', async () => {
  await choose({ frequency: 'daily', hour: 8 })
  await aCallEveryDay()
  care.clock.set(new Date('2026-03-10T08:00+11:00'))
  const sent = await Promise.all(Array.from({ length: 5 }, () => sendSummaries(care.deps)))
  expect(sent.reduce((sum, count) => sum + count)).toBe(1)
})

test('a crash before the summary is written loses nothing, and repeats nothing', async () => {
  await choose({ frequency: 'daily', hour: 8 })
  await aCallEveryDay()
  care.clock.set(new Date('2026-03-10T08:00+11:00'))
  const crashing = async () => {
    throw new Error('the database went away')
  }
  await expect(sendSummaries({ ...care.deps, enqueueNotice: crashing })).rejects.toThrow('1 of its parts failed')
  expect(await sendSummaries(care.deps)).toBe(1)
  expect(await sendSummaries(care.deps)).toBe(0)
})

test('a summary does not come while it is off, nor about days before it was switched on', async () => {
  await aCallEveryDay()
  await workUntil('2026-03-12T07:30+11:00')
  await choose({ frequency: 'daily', hour: 8 })
  await workUntil('2026-03-13T07:30+11:00')
  expect(subjects()).toEqual([])
  await workUntil('2026-03-13T08:00+11:00')
  expect(subjects()).toEqual(['Calls on Thursday, Mar 12, 2026: 0 of 1 answered'])
})

test('after an outage of days only the latest summary comes', async () => {
  await choose({ frequency: 'daily', hour: 8 })
  await aCallEveryDay()
  care.clock.set(new Date('2026-03-14T07:00+11:00'))
  await sendSummaries(care.deps)
  await sendSummaries(care.deps)
  expect(subjects()).toEqual(['Calls on Thursday, Mar 12, 2026: 0 of 1 answered'])
})

test('no summary comes while there is nothing to report, and that day is not checked again', async () => {
  await choose({ frequency: 'daily', hour: 8 })
  await workUntil('2026-03-10T08:00+11:00')
  await aCallEveryDay()
  await workUntil('2026-03-10T08:30+11:00')
  expect(subjects()).toEqual([])
})

describe('summaries once a day', () => {
  test('a summary comes once a day across the end of daylight saving', async () => {
    await choose({ frequency: 'daily', hour: 2 })
    care.clock.set(new Date('2026-04-03T12:00+11:00'))
    await aCallEveryDay(5, new Date('2026-04-03T20:00+11:00'))
    await workUntil('2026-04-06T12:00+10:00')
    const dates = care.notified.map(({ dedupeKey }) => dedupeKey.slice(-10))
    expect(dates).toEqual(['2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'])
  })

  test('a summary comes once a day when the account holder moves to the west and the day begins again', async () => {
    await choose({ frequency: 'daily', hour: 8 })
    await aCallEveryDay()
    await workUntil('2026-03-11T08:00+11:00')
    const before = care.notified.length
    await care.db.updateTable('people').set({ timezone: 'America/New_York' }).execute()
    care.clock.advance(16 * HOUR)
    await sendSummaries(care.deps)
    expect(care.notified).toHaveLength(before)
    care.clock.advance(24 * HOUR)
    await sendSummaries(care.deps)
    expect(care.notified).toHaveLength(before + 1)
  })
})

test('a weekly summary comes on Mondays', async () => {
  await choose({ frequency: 'weekly', hour: 8 })
  await aCallEveryDay(8)
  await workUntil('2026-03-24T12:00+11:00')
  expect(subjects()).toEqual([
    'Calls from Mar 9, 2026 to Mar 15, 2026: 0 of 6 answered',
    'Calls from Mar 16, 2026 to Mar 22, 2026: 0 of 2 answered',
  ])
})

test('an account with a zone that no longer exists keeps no other from its summary, and is reported', async () => {
  await choose({ frequency: 'daily', hour: 8 })
  await aCallEveryDay()
  const other = await care.anAccount()
  const settings = { ...DEFAULT_NOTIFICATION_SETTINGS, summary: { frequency: 'daily', hour: 8 } as const }
  await saveNotificationSettings(care.db, { accountId: other.id, personId: other.personId }, settings, care.clock.now())
  await care.db.updateTable('people').set({ timezone: 'Mars/Olympus' }).where('id', '=', other.personId).execute()
  care.clock.set(new Date('2026-03-10T08:00+11:00'))
  await expect(sendSummaries(care.deps)).rejects.toThrow('1 of its parts failed')
  expect(subjects()).toHaveLength(1)
})
