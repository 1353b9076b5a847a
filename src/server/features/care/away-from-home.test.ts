import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { endLocked } from '#server/features/aways/change-away.ts'
import { type AwaysDeps, reportDueAways, rezoneAways } from '#server/features/aways/public.ts'
import { addAway } from '#server/features/aways/start-away.ts'
import { careFixture } from '#test/care-fixture.ts'
import { notifyOfLateCalls } from './dispatch/notify-of-late-calls.ts'

const care = await careFixture()
afterAll(() => care.close())

const { db, clock, telephony, deps } = care
const aways: AwaysDeps = deps
const sydney = (time: string) => new Date(`2026-03-${time}:00+11:00`)

let account: { id: number }
let lovedOneId: number
beforeEach(async () => {
  await care.startOver(sydney('10T08:00'))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
})

const isAway = (from: string, until: string) =>
  db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('lovedOnes')
      .select(['id', 'name', 'timezone'])
      .where('id', '=', lovedOneId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    return addAway(aways, trx, { accountId: account.id, person, by: 'account_holder', reason: 'other', from, until })
  })
const comesBack = () =>
  db.transaction().execute(async (trx) => {
    const away = await trx
      .selectFrom('aways')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'aways.lovedOneId')
      .selectAll('aways')
      .select(['lovedOnes.name', 'lovedOnes.timezone'])
      .executeTakeFirstOrThrow()
    await endLocked(aways, trx, away, clock.now(), { isTold: true })
  })
const at = async (instant: Date) => {
  clock.set(instant)
  await care.dispatch()
}
const calls = () =>
  db
    .selectFrom('calls')
    .select(['scheduledFor', 'status', 'cancelledAt'])
    .orderBy('scheduledFor')
    .orderBy('id')
    .execute()
const rangInVain = async () => {
  const { attemptId, providerCallId } = telephony.dialled.at(-1) ?? {}
  if (!attemptId || !providerCallId) throw new Error('Nothing was dialled')
  const end = { status: 'no-answer', endedStatus: 'no-answer', answeredBy: null, durationSeconds: null } as const
  await care.facts.progressed(attemptId, { providerCallId, ...end })
}
const incidents = () => db.selectFrom('incidents').select('cause').execute()
const awayNotices = () => care.notified.filter(({ dedupeKey }) => dedupeKey.startsWith('away:'))

describe('a daily call', () => {
  beforeEach(() => care.aCall(account, { lovedOneId, recurrencePattern: 'daily' }))

  test('does not ring while they are away, counts as nothing, and rings again by itself', async () => {
    await isAway('2026-03-10', '2026-03-11')
    await at(sydney('10T09:00'))
    await at(sydney('11T09:00'))
    expect(telephony.dialled).toEqual([])
    expect(await calls()).toEqual([{ scheduledFor: sydney('12T09:00'), status: 'scheduled', cancelledAt: null }])
    expect(await incidents()).toEqual([])
    await at(sydney('12T08:59'))
    expect(telephony.dialled).toHaveLength(0)
    await at(sydney('12T09:00'))
    expect(telephony.dialled).toHaveLength(1)
  })

  test('a daily call in a time away is skipped once, however often the dispatcher polls', async () => {
    await isAway('2026-03-10', '2026-03-11')
    await at(sydney('10T09:00'))
    await at(sydney('10T09:00'))
    expect((await calls()).map(({ scheduledFor }) => scheduledFor)).toEqual([sydney('11T09:00')])
    const skipped = db.selectFrom('activity').select('description').where('activityType', '=', 'call_skipped')
    expect((await skipped.execute()).map(({ description }) => description)).toEqual([
      'Daily Check-in for Margaret Hartley left out: Margaret Hartley is away',
    ])
  })

  test('a daily call in a time away is not late', async () => {
    await isAway('2026-03-10', '2026-03-11')
    clock.set(sydney('10T09:10'))
    expect(await notifyOfLateCalls(deps)).toBe(0)
  })

  test('a daily call in a time away is neither caught up nor missed after an outage of all that time', async () => {
    await isAway('2026-03-10', '2026-03-11')
    await at(sydney('12T08:30'))
    expect(await calls()).toEqual([{ scheduledFor: sydney('12T09:00'), status: 'scheduled', cancelledAt: null }])
    expect(await incidents()).toEqual([])
    expect(telephony.dialled).toEqual([])
  })

  test('a daily call that was due after the time away, during an outage, is reported', async () => {
    await isAway('2026-03-10', '2026-03-10')
    await at(sydney('11T15:00'))
    expect((await calls()).filter(({ status }) => status === 'missed').map((call) => call.scheduledFor)).toEqual([
      sydney('11T09:00'),
    ])
    expect(await incidents()).toHaveLength(1)
  })

  test('rings on the day on which they come back early', async () => {
    await isAway('2026-03-10', '2026-03-20')
    await at(sydney('10T09:00'))
    clock.set(sydney('10T12:00'))
    await comesBack()
    expect(awayNotices().at(-1)?.text).toContain('Calls start again on Wednesday 11 March at 9:00 AM.')
    await at(sydney('11T09:00'))
    expect(telephony.dialled).toHaveLength(1)
  })

  test('does not ring where it waits for a line as the time away is set', async () => {
    clock.set(sydney('10T09:02'))
    await isAway('2026-03-10', '2026-03-10')
    await at(sydney('10T09:02'))
    expect(telephony.dialled).toEqual([])
  })

  test('a time away goes by the new zone after a move to another one', async () => {
    await isAway('2026-03-10', '2026-03-10')
    await db.updateTable('lovedOnes').set({ timezone: 'Australia/Perth' }).execute()
    await db.transaction().execute((trx) => rezoneAways(trx, lovedOneId, clock.now()))
    const { endsAt } = await db.selectFrom('aways').select('endsAt').executeTakeFirstOrThrow()
    expect(endsAt).toEqual(new Date('2026-03-11T00:00:00+08:00'))
  })
})

describe('a call under way as they go away', () => {
  beforeEach(async () => {
    await care.aCall(account, { lovedOneId })
    await at(sydney('10T09:00'))
    expect(telephony.dialled).toHaveLength(1)
  })

  test('a call that rings as they go away keeps ringing, and is not retried', async () => {
    clock.set(sydney('10T09:00'))
    await isAway('2026-03-10', '2026-03-10')
    expect(telephony.stopped).toEqual([])
    await rangInVain()
    await at(sydney('10T10:00'))
    expect(telephony.dialled).toHaveLength(1)
    expect(await calls()).toMatchObject([{ status: 'missed', cancelledAt: expect.any(Date) }])
    expect(await incidents()).toEqual([])
  })

  test('a call that waits for its retry as they go away is not retried', async () => {
    await rangInVain()
    clock.set(sydney('10T09:02'))
    await isAway('2026-03-10', '2026-03-10')
    await at(sydney('10T09:30'))
    expect(telephony.dialled).toHaveLength(1)
    expect(await calls()).toMatchObject([{ status: 'missed', cancelledAt: expect.any(Date) }])
    expect(await incidents()).toEqual([])
  })
})

test('a one-off call inside is removed at its time, and the activity log keeps it', async () => {
  await care.aCall(account, { lovedOneId })
  await isAway('2026-03-10', '2026-03-10')
  expect(await calls()).toHaveLength(1)
  await at(sydney('10T09:00'))
  expect(await calls()).toEqual([])
  expect(telephony.dialled).toEqual([])
  const log = await db.selectFrom('activity').select(['description', 'details']).orderBy('id', 'desc').execute()
  expect(log[0]).toEqual({
    description: 'Daily Check-in for Margaret Hartley left out: Margaret Hartley is away',
    details: 'Mar 10, 2026 9:00 AM',
  })
})

test('a time away at the end of daylight saving ends at midnight by the new clocks', async () => {
  await care.startOver(new Date('2026-04-03T20:00:00Z'))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
  await care.aCall(account, { lovedOneId, recurrencePattern: 'daily', at: new Date('2026-04-04T09:00:00+11:00') })
  await isAway('2026-04-04', '2026-04-05')
  await at(new Date('2026-04-04T09:00:00+11:00'))
  await at(new Date('2026-04-05T09:00:00+10:00'))
  expect(telephony.dialled).toEqual([])
  await at(new Date('2026-04-06T09:00:00+10:00'))
  expect(telephony.dialled).toHaveLength(1)
})

describe('the account holder', () => {
  const report = async (instant: Date) => {
    clock.set(instant)
    await reportDueAways(deps)
  }

  test('the members are notified on the morning a time away begins and on the day before calls start again, each once', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    await isAway('2026-03-11', '2026-03-13')
    expect(awayNotices()).toEqual([])
    await report(sydney('11T00:00'))
    await report(sydney('11T06:59'))
    expect(awayNotices(), 'nobody is woken').toEqual([])
    await report(sydney('11T07:00'))
    await report(sydney('11T07:01'))
    expect(awayNotices().map(({ subject }) => subject)).toEqual(['Margaret Hartley is away until Friday 13 March'])
    await report(sydney('13T09:59'))
    expect(awayNotices()).toHaveLength(1)
    await report(sydney('13T10:00'))
    await report(sydney('13T10:01'))
    expect(awayNotices()).toHaveLength(2)
    expect(awayNotices().at(-1)?.text).toContain('Calls start again tomorrow at 9:00 AM.')
    expect(awayNotices().at(-1)?.text).toContain(`/loved-ones?away=${lovedOneId}`)
    await report(sydney('14T00:00'))
    await report(sydney('14T00:01'))
    expect(awayNotices()).toHaveLength(2)
    const events = await db
      .selectFrom('events')
      .select('event')
      .where('event', 'like', 'away.%')
      .orderBy('id')
      .execute()
    expect(events.map(({ event }) => event)).toEqual(['away.started', 'away.ended'])
  })

  test('the members are not notified of the end of a time away that has passed during an outage', async () => {
    await isAway('2026-03-10', '2026-03-11')
    const before = awayNotices().length
    await report(sydney('15T09:00'))
    expect(awayNotices()).toHaveLength(before)
  })
})
