import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { endLocked } from '#server/features/aways/end-aways.ts'
import { type AwaysDeps, reportDueAways, rezoneAways } from '#server/features/aways/public.ts'
import { addAway } from '#server/features/aways/start-away.ts'
import { careFixture } from '#test/care-fixture.ts'
import { lockDueCalls } from './attempts/due-calls.ts'
import { notifyOfLateCalls } from './dispatch/not-made/notify-of-late-calls.ts'
import { skipAwayCalls } from './dispatch/not-made/skip-away-calls.ts'

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
    await endLocked(aways, trx, [away], clock.now(), { by: 'text' })
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
const nextTry = async (): Promise<Date> => {
  const { dialAt } = await db.selectFrom('calls').select('dialAt').executeTakeFirstOrThrow()
  if (!dialAt) throw new Error('No further try is due')
  return dialAt
}
const saysNotYet = async () => {
  const { attemptId, providerCallId } = telephony.dialled.at(-1) ?? {}
  if (!attemptId || !providerCallId) throw new Error('Nothing was dialled')
  await care.facts.answered(attemptId, providerCallId)
  await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
  await care.facts.heard(attemptId, 'question 2', { keys: '2', speech: '' })
  const end = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 12 } as const
  await care.facts.progressed(attemptId, { providerCallId, ...end })
}
const incidents = () => db.selectFrom('incidents').select('cause').execute()
const events = async (like: string) =>
  (await db.selectFrom('events').select('event').where('event', 'like', like).orderBy('id').execute()).map(
    ({ event }) => event,
  )
const awayEvents = () => events('away.%')
const awayNotices = () => care.notified.filter(({ dedupeKey }) => dedupeKey.startsWith('away:'))

describe('a daily call', () => {
  beforeEach(() => care.aCall(account, { lovedOneId, recurrencePattern: 'daily' }))

  test('does not ring while they are away, counts as nothing, and rings again by itself', async () => {
    await isAway('2026-03-10', '2026-03-11')
    await at(sydney('10T09:00'))
    await at(sydney('11T09:00'))
    expect(telephony.dialled).toEqual([])
    expect(await calls()).toEqual([
      { scheduledFor: sydney('10T09:00'), status: 'away', cancelledAt: null },
      { scheduledFor: sydney('11T09:00'), status: 'away', cancelledAt: null },
      { scheduledFor: sydney('12T09:00'), status: 'scheduled', cancelledAt: null },
    ])
    expect(await incidents()).toEqual([])
    expect((await events('call.%')).filter((event) => event !== 'call.scheduled')).toEqual([])
    await at(sydney('12T08:59'))
    expect(telephony.dialled).toHaveLength(0)
    await at(sydney('12T09:00'))
    expect(telephony.dialled).toHaveLength(1)
  })

  test('a daily call in a time away is not claimed, even where nothing skips it first', async () => {
    await isAway('2026-03-10', '2026-03-11')
    const { id } = await db.selectFrom('calls').select('id').executeTakeFirstOrThrow()
    const now = sydney('10T09:00')
    expect(await db.transaction().execute((trx) => lockDueCalls(trx, now, [id], 10))).toEqual([])
    await db.deleteFrom('aways').execute()
    expect(await db.transaction().execute((trx) => lockDueCalls(trx, now, [id], 10))).toHaveLength(1)
  })

  test('members are notified once of a daily call that cannot be skipped, and other calls go on', async () => {
    await isAway('2026-03-10', '2026-03-11')
    await sql`create function refuses() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      db,
    )
    await sql`create trigger refuses before insert on activity for each row execute function refuses()`.execute(db)
    try {
      await at(sydney('10T09:00'))
      await at(sydney('10T09:01'))
      await at(sydney('10T09:02'))
    } finally {
      await sql`drop trigger refuses on activity`.execute(db)
      await sql`drop function refuses`.execute(db)
    }
    const notices = () => care.notified.filter(({ dedupeKey }) => dedupeKey.includes('not-skipped'))
    expect(notices().length).toBeGreaterThan(0)
    expect(new Set(notices().map(({ dedupeKey }) => dedupeKey)).size).toBeLessThanOrEqual(2)
    expect(notices()[0]?.text).toContain("couldn't leave out the 9:00 AM call")
    await at(sydney('10T09:03'))
    expect((await calls()).map(({ status }) => status)).toEqual(['away', 'scheduled'])
  })

  test('no dispatcher polls without a pause while another transaction holds a call in a time away', async () => {
    await isAway('2026-03-10', '2026-03-11')
    clock.set(sydney('10T09:00'))
    await db.transaction().execute(async (trx) => {
      await trx.selectFrom('calls').select('id').forUpdate().execute()
      expect(await skipAwayCalls(deps)).toBe(false)
    })
    expect(await skipAwayCalls(deps)).toBe(true)
  })

  test('a daily call in a time away is skipped once, however often the dispatcher polls', async () => {
    await isAway('2026-03-10', '2026-03-11')
    await at(sydney('10T09:00'))
    await at(sydney('10T09:00'))
    expect((await calls()).map(({ scheduledFor }) => scheduledFor)).toEqual([sydney('10T09:00'), sydney('11T09:00')])
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
    expect((await calls()).map(({ status }) => status)).toEqual(['away', 'away', 'scheduled'])
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
    expect(await calls()).toMatchObject([{ status: 'away', cancelledAt: null }])
    expect(await incidents()).toEqual([])
    expect((await events('call.%')).filter((event) => event !== 'call.scheduled')).toEqual([])
  })

  test('a call whose next try comes after the time away is tried again, though it rang inside', async () => {
    clock.set(sydney('10T23:55'))
    await db.updateTable('calls').set({ scheduledFor: clock.now() }).execute()
    await isAway('2026-03-10', '2026-03-10')
    await rangInVain()
    expect(await calls()).toMatchObject([{ status: 'in_progress' }])
  })

  test('a call that waits for its retry as they go away is not retried', async () => {
    await rangInVain()
    clock.set(sydney('10T09:02'))
    await isAway('2026-03-10', '2026-03-10')
    await at(sydney('10T09:30'))
    expect(telephony.dialled).toHaveLength(1)
    expect(await calls()).toMatchObject([{ status: 'away', cancelledAt: null }])
    expect(await incidents()).toEqual([])
  })
})

describe('a call promised before they go away', () => {
  beforeEach(async () => {
    clock.set(sydney('10T20:00'))
    await isAway('2026-03-11', '2026-03-13')
  })
  const isCalled = async ({
    time = '10T23:55',
    callType = 'daily_check_in',
  }: {
    time?: string
    callType?: 'daily_check_in' | 'medication_reminder'
  } = {}) => {
    await care.aCall(account, { lovedOneId, callType, at: sydney(time) })
    await at(sydney(time))
    expect(telephony.dialled).toHaveLength(1)
  }
  const isTriedToTheEnd = async () => {
    for (let tries = 2; (await calls())[0]?.status === 'in_progress'; tries++) {
      await at(await nextTry())
      expect(clock.now() >= sydney('11T00:00')).toBe(true)
      expect(telephony.dialled).toHaveLength(tries)
      await rangInVain()
    }
  }
  const isMissed = async () => {
    expect(await calls()).toMatchObject([{ status: 'missed', cancelledAt: null }])
    expect(await incidents()).toEqual([{ cause: 'not_reached' }])
  }

  test('alarms as ever where its last try ends after the beginning', async () => {
    await isCalled({ time: '10T22:45' })
    await rangInVain()
    await at(await nextTry())
    await rangInVain()
    await at(await nextTry())
    expect(clock.now() < sydney('11T00:00')).toBe(true)
    clock.set(sydney('11T00:01'))
    await rangInVain()
    await isMissed()
  })

  test('is tried again where its next try comes after the beginning', async () => {
    await isCalled()
    clock.set(sydney('10T23:59'))
    await rangInVain()
    await isTriedToTheEnd()
    await isMissed()
  })

  test('is asked again after a "not yet", and alarms where nobody answers then', async () => {
    await isCalled({ callType: 'medication_reminder' })
    await saysNotYet()
    await isTriedToTheEnd()
    await isMissed()
  })
})

test('a call under way is tried again where they came back before its next try', async () => {
  await care.aCall(account, { lovedOneId })
  await at(sydney('10T09:00'))
  await rangInVain()
  await isAway('2026-03-10', '2026-03-12')
  await comesBack()
  await at(await nextTry())
  expect(telephony.dialled).toHaveLength(2)
})

test('a one-off call inside ends as away at its time, and the activity log keeps it', async () => {
  await care.aCall(account, { lovedOneId })
  await isAway('2026-03-10', '2026-03-10')
  expect(await calls()).toHaveLength(1)
  await at(sydney('10T09:00'))
  expect(await calls()).toMatchObject([{ status: 'away' }])
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
    expect(await awayEvents()).toEqual(['away.started', 'away.ended'])
  })

  test('nobody is notified of a time away that ended before the morning, and other systems read both in order', async () => {
    await isAway('2026-03-11', '2026-03-13')
    await report(sydney('11T00:00'))
    clock.set(sydney('11T06:00'))
    await comesBack()
    await report(sydney('11T07:00'))
    expect(awayNotices().filter(({ subject }) => subject?.includes('is away'))).toEqual([])
    expect(await awayEvents()).toEqual(['away.started', 'away.ended'])
  })

  test('keeps the catch-up call of somebody who is back before the morning', async () => {
    await isAway('2026-03-11', '2026-03-13')
    await report(sydney('11T00:00'))
    clock.set(sydney('11T06:00'))
    await comesBack()
    await db
      .insertInto('calls')
      .values({
        accountId: account.id,
        lovedOneId,
        callType: 'daily_check_in',
        scheduledFor: sydney('11T07:30'),
        dialAt: sydney('11T07:30'),
        dialBy: sydney('11T09:00'),
        catchUpFor: sydney('11T06:30'),
      })
      .execute()
    await report(sydney('11T07:00'))
    expect(await calls()).toHaveLength(1)
  })

  test('nobody is notified after an outage of a whole time away, and other systems read both in order', async () => {
    await isAway('2026-03-11', '2026-03-12')
    await report(sydney('13T09:00'))
    await report(sydney('13T09:01'))
    expect(awayNotices()).toEqual([])
    expect(await awayEvents()).toEqual(['away.started', 'away.ended'])
  })

  test('waits for the morning, and other systems read at midnight that it has begun', async () => {
    await isAway('2026-03-11', '2026-03-13')
    await report(sydney('11T00:00'))
    expect(await awayEvents()).toEqual(['away.started'])
    expect(awayNotices()).toEqual([])
  })

  test('the members are not notified of the end of a time away that has passed during an outage', async () => {
    await isAway('2026-03-10', '2026-03-11')
    const before = awayNotices().length
    await report(sydney('15T09:00'))
    expect(awayNotices()).toHaveLength(before)
  })
})
