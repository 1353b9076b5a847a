import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FinalStatus } from '#core/calls/call-vocabulary.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

let cooee: CallsFixture
beforeAll(async () => {
  cooee = await callsFixture()
})
afterAll(() => cooee.close())

const ids = (calls: { id: number }[]) => calls.map(({ id }) => id)

describe('upcoming calls', () => {
  test('the upcoming calls are those scheduled or under way, soonest first and equal times by id, and can be narrowed to one loved one', async () => {
    const carer = await cooee.aRegisteredAccount()
    const [mum, dad] = [await cooee.aLovedOne(carer), await cooee.aLovedOne(carer)]
    const late = await cooee.aCall(carer, { lovedOneId: mum, scheduledTime: '2026-03-13T00:00:00Z' })
    const soon = await cooee.aCall(carer, { lovedOneId: dad, scheduledTime: '2026-03-12T00:00:00Z' })
    const also = await cooee.aCall(carer, { lovedOneId: mum, scheduledTime: '2026-03-12T00:00:00Z' })
    const done = await cooee.aCall(carer, { lovedOneId: mum })
    await cooee.endCall(done.id)
    const ringing = await cooee.aCall(carer, { lovedOneId: mum, scheduledTime: '2026-03-10T00:00:00Z' })
    await cooee.dispatch()
    const upcoming = await cooee.list(carer, 'upcoming?_t=1')
    expect(ids(upcoming)).toEqual([ringing.id, soon.id, also.id, late.id])
    expect(upcoming[0]).toMatchObject({ status: 'in_progress' })
    expect(ids(await cooee.list(carer, `upcoming?lovedOneId=${mum}`))).toEqual([ringing.id, also.id, late.id])
    expect(await cooee.list(carer, 'upcoming?lovedOneId=999999')).toEqual([])
  })

  test('the upcoming calls come in pages, also to a client that asks for none', async () => {
    const carer = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(carer)
    const calls: { id: number }[] = []
    for (const hour of [1, 1, 2]) {
      calls.push(await cooee.aCall(carer, { lovedOneId, scheduledTime: `2026-03-12T0${hour}:00:00Z` }))
    }
    const [first = { id: 0 }, second = { id: 0 }, third = { id: 0 }] = calls
    expect(ids(await cooee.list(carer, 'upcoming?limit=2'))).toEqual([first.id, second.id])
    expect(ids(await cooee.list(carer, `upcoming?limit=2&after=${second.id}`))).toEqual([third.id])
    expect(ids(await cooee.list(carer, `upcoming?limit=1&after=${first.id}&lovedOneId=${lovedOneId}`))).toEqual([
      second.id,
    ])
    const stranger = await cooee.aRegisteredAccount()
    expect(await cooee.list(stranger, `upcoming?after=${first.id}`)).toEqual([])

    // Of the same minute, for an account that has far more of them than a page holds.
    await sql`
      insert into calls (account_id, loved_one_id, call_type, status, scheduled_for, dial_at, dial_by)
      select account_id, loved_one_id, call_type, status, scheduled_for + n * interval '1 minute', dial_at, dial_by
      from calls, generate_series(1, 250) n where id = ${third.id}`.execute(cooee.db)
    expect(await cooee.list(carer, 'upcoming')).toHaveLength(200)
    expect(await cooee.list(carer, 'upcoming?limit=9999')).toHaveLength(200)
    expect(await cooee.list(carer, 'upcoming?limit=153')).toHaveLength(153)
  })

  test('the upcoming calls say when an unanswered one is rung again: in the list, in its details and on the card', async () => {
    const carer = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(carer)
    const { id } = await cooee.aCall(carer, { lovedOneId, scheduledTime: '2026-03-10T00:00:00Z' })
    const seen = async () => {
      const [[listed], details, card] = await Promise.all([
        cooee.list(carer, 'upcoming'),
        carer.get(`/api/calls/${id}`),
        carer.get(`/api/loved-ones/${lovedOneId}`),
      ])
      return [listed?.nextTryAt, details.json().nextTryAt, card.json().nextCall?.nextTryAt]
    }
    expect(await seen()).toEqual([null, null, null])
    await cooee.dispatch()
    expect(await seen()).toEqual([null, null, null])
    const again = new Date(cooee.clock.now().getTime() + 600_000)
    await cooee.db
      .updateTable('attempts')
      .set({ state: 'ended', outcome: 'no_answer', endedAt: cooee.clock.now(), nextAt: null })
      .where('callId', '=', id)
      .execute()
    expect(await seen()).toEqual([null, null, null])
    await cooee.db.updateTable('calls').set({ dialAt: again, dialBy: again }).where('id', '=', id).execute()
    expect(await seen()).toEqual(Array(3).fill(again.toISOString()))
    expect((await carer.get(`/api/loved-ones/${lovedOneId}`)).json().nextCall.lastOutcome).toBe('no_answer')
    await cooee.endCall(id, 'missed')
    expect((await carer.get(`/api/calls/${id}`)).json().nextTryAt).toBeNull()
  })

  test.each(['upcoming', 'recurring', 'history'])('%s: a loved one that is no number is a 400', async (path) => {
    const carer = await cooee.aRegisteredAccount()
    for (const lovedOneId of ['abc', '0', '-1', '1.5']) {
      const answer = await carer.get(`/api/calls/${path}?lovedOneId=${lovedOneId}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors[0].path).toBe('lovedOneId')
    }
  })

  test.each(['upcoming', 'recurring', 'history'])('%s is empty for a new account', async (path) => {
    expect(await cooee.list(await cooee.aRegisteredAccount(), path)).toEqual([])
  })
})

test('the recurring calls are one for each active schedule: its next call', async () => {
  const carer = await cooee.aRegisteredAccount()
  const [mum, dad] = [await cooee.aLovedOne(carer), await cooee.aLovedOne(carer)]
  await cooee.aCall(carer, { lovedOneId: mum })
  const daily = await cooee.aCall(carer, {
    lovedOneId: mum,
    recurrencePattern: 'daily',
    scheduledTime: '2026-03-11T00:00:00Z',
  })
  const weekly = await cooee.aCall(carer, { lovedOneId: dad, recurrencePattern: 'weekly' })
  const ended = await cooee.aCall(carer, { lovedOneId: mum, recurrencePattern: 'weekdays' })
  await carer.delete(`/api/calls/${ended.id}`)
  expect(ids(await cooee.list(carer, 'recurring'))).toEqual([weekly.id, daily.id])
  expect(ids(await cooee.list(carer, `recurring?lovedOneId=${mum}`))).toEqual([daily.id])

  await cooee.moveTo(new Date('2026-03-11T00:00:00Z'))
  await cooee.dispatch()
  await cooee.moveTo(TUESDAY_ELEVEN)
  const next = (await cooee.list(carer, `recurring?lovedOneId=${mum}`))[0]
  expect(next).toMatchObject({
    status: 'scheduled',
    recurrencePattern: 'daily',
    scheduledTime: '2026-03-12T00:00:00.000Z',
  })
  expect(next?.id).not.toBe(daily.id)
})

describe('the history of calls', () => {
  async function aHistory(carer: SignedIn, statuses: readonly FinalStatus[], scheduledTime = '2026-03-11T00:00:00Z') {
    const lovedOneId = await cooee.aLovedOne(carer)
    const calls: number[] = []
    for (const status of statuses) {
      const { id } = await cooee.aCall(carer, { lovedOneId, scheduledTime })
      await cooee.endCall(id, status)
      calls.push(id)
    }
    return { lovedOneId, calls }
  }

  test('the history is newest first, and pages over equal times without leaving a call out or showing one twice', async () => {
    const carer = await cooee.aRegisteredAccount()
    const { calls } = await aHistory(carer, ['completed', 'missed', 'failed', 'voicemail', 'completed'])
    const later = await aHistory(carer, ['completed'], '2026-03-12T00:00:00Z')
    await cooee.aCall(carer, { lovedOneId: later.lovedOneId })
    const newestFirst = [...later.calls, ...calls.reverse()]
    const seen: number[] = []
    for (let before = ''; ; before = `&before=${seen.at(-1)}`) {
      const page = await cooee.list(carer, `history?limit=2${before}`)
      if (page.length === 0) break
      seen.push(...ids(page))
    }
    expect(seen).toEqual(newestFirst)
    expect(ids(await cooee.list(carer, 'history'))).toEqual(newestFirst)
    expect(ids(await cooee.list(carer, `history?lovedOneId=${later.lovedOneId}`))).toEqual(later.calls)
  })

  test.each([
    ['all', ['away', 'voicemail', 'failed', 'missed', 'completed']],
    ['completed', ['completed']],
    ['failed', ['voicemail', 'failed', 'missed']],
  ])('the history filtered by %s shows %j', async (filter, shown) => {
    const carer = await cooee.aRegisteredAccount()
    await aHistory(carer, ['completed', 'missed', 'failed', 'voicemail', 'away'])
    expect((await cooee.list(carer, `history?filter=${filter}`)).map(({ status }) => status)).toEqual(shown)
  })

  test('the history shows 1 to 200 calls, whatever limit is asked for, and 100 unless asked', async () => {
    const carer = await cooee.aRegisteredAccount()
    const lovedOneId = await cooee.aLovedOne(carer)
    await cooee.db
      .insertInto('calls')
      .values(
        Array.from({ length: 205 }, (_, index) => ({
          accountId: carer.user.circle.id,
          lovedOneId,
          callType: 'daily_check_in' as const,
          scheduledFor: new Date(Date.UTC(2026, 1, 1, 0, index)),
          status: 'completed' as const,
          endedAt: new Date(),
        })),
      )
      .execute()
    for (const [limit, shown] of [
      ['', 100],
      ['?limit=0', 1],
      ['?limit=-7', 1],
      ['?limit=1', 1],
      ['?limit=200', 200],
      ['?limit=1000', 200],
    ] as const) {
      expect([limit, (await cooee.list(carer, `history${limit}`)).length]).toEqual([limit, shown])
    }
  })

  test.each([
    ['limit', 'abc'],
    ['limit', '1.5'],
    ['limit', '1e999'],
    ['before', 'abc'],
    ['before', '0'],
    ['before', '99999999999999999999'],
    ['filter', 'missed'],
  ])('the history refuses %s=%s with a 400 that names it', async (parameter, value) => {
    const carer = await cooee.aRegisteredAccount()
    const answer = await carer.get(`/api/calls/history?${parameter}=${value}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0].path).toBe(parameter)
  })

  test('the history before a call that is unknown, or another account’s, is empty', async () => {
    const [carer, stranger] = [await cooee.aRegisteredAccount(), await cooee.aRegisteredAccount()]
    await aHistory(carer, ['completed'])
    const theirs = await aHistory(stranger, ['completed'], '2026-03-13T00:00:00Z')
    expect(await cooee.list(carer, `history?before=${theirs.calls[0]}`)).toEqual([])
    expect(await cooee.list(carer, 'history?before=999999999')).toEqual([])
  })
})
