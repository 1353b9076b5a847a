import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { awaySchema } from '#contract/people/aways.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

// Tuesday 10 March 2026, 11:00 in Sydney.
const cooee = await callsFixture()
afterAll(() => cooee.close())

let robyn: SignedIn
let margaret: number
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  robyn = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(robyn, { name: 'Margaret Hartley' })
})

const goes = (body: unknown, lovedOneId = margaret, carer = robyn) =>
  carer.post(`/api/loved-ones/${lovedOneId}/away`, body)
const isGone = async (body: unknown) => {
  const answer = await goes(body)
  expect(answer.statusCode, answer.body).toBe(201)
  return awaySchema.parse(answer.json())
}
const errorsOf = (answer: { json(): { errors?: { path: string }[] } }) => answer.json().errors?.map(({ path }) => path)
const eventsOf = async () =>
  (
    await cooee.db
      .selectFrom('events')
      .select('event')
      .where('accountId', '=', robyn.user.circle.id)
      .orderBy('id')
      .execute()
  )
    .map(({ event }) => event)
    .filter((event) => event.startsWith('away.'))
const mails = async () =>
  (
    await cooee.db
      .selectFrom('messages')
      .select(['subject', 'text'])
      .where('accountId', '=', robyn.user.circle.id)
      .where('channel', '=', 'email')
      .where('dedupeKey', 'like', 'away:%')
      .orderBy('id')
      .execute()
  ).map(({ subject, text }) => `${subject}: ${text}`)

const awaysOf = async (lovedOneId: number) =>
  z.array(awaySchema).parse((await robyn.get(`/api/loved-ones/${lovedOneId}/away`)).json())
const daysOf = async (lovedOneId: number) =>
  (await awaysOf(lovedOneId)).map(({ from, until, reason }) => [from, until, reason])

describe('a time away', () => {
  test('begins today where no first day is given, and says when calls start again', async () => {
    await cooee.aCall(robyn, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const away = await isGone({ until: '2026-03-13', reason: 'hospital', note: 'Ward 4' })
    expect(away).toMatchObject({
      lovedOneName: 'Margaret Hartley',
      from: '2026-03-10',
      until: '2026-03-13',
      endsAt: '2026-03-13T13:00:00.000Z',
      reason: 'hospital',
      note: 'Ward 4',
      isNow: true,
      callsStartAgainAt: '2026-03-13T22:00:00.000Z',
    })
    expect((await robyn.get(`/api/loved-ones/${margaret}/away`)).json()).toEqual([away])
  })

  test('a carer is notified at the beginning of a time away, with when calls start again and a link', async () => {
    await cooee.aCall(robyn, { lovedOneId: margaret, recurrencePattern: 'daily' })
    await isGone({ until: '2026-03-13' })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toContain('Margaret Hartley is away until Friday 13 March: ')
    expect(mail).toContain('Calls start again on Saturday 14 March at 9:00 AM.')
    expect(mail).toContain(`/loved-ones?away=${margaret}`)
    expect(await eventsOf()).toEqual(['away.started'])
  })

  test('stands on the loved one, the present one first', async () => {
    await isGone({ from: '2026-03-20', until: '2026-03-21' })
    const away = async () => (await robyn.get(`/api/loved-ones/${margaret}`)).json().away
    expect(await away()).toMatchObject({ from: '2026-03-20', isNow: false })
    await isGone({ until: '2026-03-12', reason: 'family' })
    expect(await away()).toMatchObject({ until: '2026-03-12', isNow: true })
    await cooee.moveTo(new Date('2026-03-12T13:00:00.000Z'))
    expect(await away()).toMatchObject({ from: '2026-03-20', isNow: false })
  })

  test('marks the calls inside it, and no others', async () => {
    await cooee.aCall(robyn, { lovedOneId: margaret, scheduledTime: '2026-03-11T09:00:00+11:00' })
    await cooee.aCall(robyn, { lovedOneId: margaret, scheduledTime: '2026-03-12T00:00:00+11:00' })
    await isGone({ until: '2026-03-11' })
    const upcoming = await cooee.list(robyn, 'upcoming')
    expect(upcoming.map(({ away, status }) => ({ away, status }))).toEqual([
      { away: true, status: 'scheduled' },
      { away: false, status: 'scheduled' },
    ])
  })

  test('refuses what cannot be, and names the field', async () => {
    const refused = async (body: unknown) => {
      const answer = await goes(body)
      expect(answer.statusCode).toBe(400)
      return errorsOf(answer)
    }
    expect(await refused({})).toEqual(['until'])
    expect(await refused({ until: 'soon' })).toEqual(['until'])
    expect(await refused({ until: '2026-02-30' })).toEqual(['until'])
    expect(await refused({ until: '2026-03-09' })).toEqual(['until'])
    expect(await refused({ from: '2026-03-09', until: '2026-03-12' })).toEqual(['from'])
    expect(await refused({ from: '2026-03-12', until: '2026-03-11' })).toEqual(['until'])
    expect(await refused({ from: '2027-04-12', until: '2027-04-13' })).toEqual(['from'])
    expect(await refused({ until: '2026-06-08' })).toEqual(['until'])
    expect(await refused({ until: '2026-03-12', reason: 'prison' })).toEqual(['reason'])
    expect((await goes({ until: '2026-06-07' })).statusCode).toBe(201)
  })

  test('refuses days of another one', async () => {
    await isGone({ from: '2026-03-12', until: '2026-03-14' })
    const answer = await goes({ from: '2026-03-14', until: '2026-03-16' })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe(
      'Margaret already has a time away until Saturday 14 March. Change or end that first.',
    )
    await isGone({ from: '2026-03-15', until: '2026-03-16' })
  })

  test('is set once when two ask at the same moment', async () => {
    const answers = await Promise.all([goes({ until: '2026-03-12' }), goes({ until: '2026-03-12' })])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
  })

  test('cannot overlap in the database either', async () => {
    const away = await isGone({ until: '2026-03-12' })
    const copy = cooee.db
      .insertInto('aways')
      .columns(['accountId', 'lovedOneId', 'startsOn', 'endsOn', 'startsAt', 'endsAt', 'reason', 'setBy'])
      .expression((eb) =>
        eb
          .selectFrom('aways')
          .select(['accountId', 'lovedOneId', 'startsOn', 'endsOn', 'startsAt', 'endsAt', 'reason', 'setBy'])
          .where('id', '=', away.id),
      )
    await expect(copy.execute()).rejects.toThrow('aways_without_overlap')
  })

  test('belongs to one account', async () => {
    const away = await isGone({ until: '2026-03-12' })
    const stranger = await cooee.aRegisteredAccount()
    expect((await goes({ until: '2026-03-12' }, margaret, stranger)).statusCode).toBe(404)
    expect((await stranger.get(`/api/loved-ones/${margaret}/away`)).statusCode).toBe(404)
    expect((await stranger.patch(`/api/away/${away.id}`, { until: '2026-03-13' })).statusCode).toBe(404)
    expect((await stranger.delete(`/api/away/${away.id}`)).statusCode).toBe(404)
    expect((await robyn.get(`/api/loved-ones/${margaret}/away`)).json()).toHaveLength(1)
  })
})

describe('a change of it', () => {
  test('extends it, and keeps the first day once it has begun', async () => {
    const away = await isGone({ until: '2026-03-12' })
    const moved = await robyn.patch(`/api/away/${away.id}`, { until: '2026-03-20', note: 'Staying on' })
    expect(moved.json()).toMatchObject({ until: '2026-03-20', endsAt: '2026-03-20T13:00:00.000Z', note: 'Staying on' })
    const first = await robyn.patch(`/api/away/${away.id}`, { from: '2026-03-15' })
    expect(first.statusCode).toBe(400)
    expect(errorsOf(first)).toEqual(['from'])
  })

  test('begins it at once where the first day becomes today', async () => {
    const away = await isGone({ from: '2026-03-12', until: '2026-03-14' })
    expect(away.isNow).toBe(false)
    expect(await eventsOf()).toEqual([])
    const moved = await robyn.patch(`/api/away/${away.id}`, { from: '2026-03-10' })
    expect(moved.json().isNow).toBe(true)
    expect(await eventsOf()).toEqual(['away.started'])
  })

  test('is refused where it would meet another one', async () => {
    const away = await isGone({ until: '2026-03-12' })
    await isGone({ from: '2026-03-15', until: '2026-03-16' })
    expect((await robyn.patch(`/api/away/${away.id}`, { until: '2026-03-15' })).statusCode).toBe(409)
  })
})

describe('the end of it', () => {
  test('comes early when somebody ends it, and another one may begin the same day', async () => {
    const away = await isGone({ until: '2026-03-12' })
    expect((await robyn.delete(`/api/away/${away.id}`)).statusCode).toBe(204)
    expect((await robyn.get(`/api/loved-ones/${margaret}/away`)).json()).toEqual([])
    expect(await eventsOf()).toEqual(['away.started', 'away.ended'])
    expect((await robyn.delete(`/api/away/${away.id}`)).statusCode).toBe(409)
    await isGone({ until: '2026-03-11' })
  })

  test('leaves nothing of one that has not begun', async () => {
    const away = await isGone({ from: '2026-03-12', until: '2026-03-14' })
    expect((await robyn.delete(`/api/away/${away.id}`)).statusCode).toBe(204)
    expect(await eventsOf()).toEqual([])
    expect((await robyn.delete(`/api/away/${away.id}`)).statusCode).toBe(404)
  })
})

describe('a pause of everybody', () => {
  test('sets it for each on their own clock', async () => {
    await cooee.aLovedOne(robyn, { name: 'Ivy Lee', timezone: 'Australia/Perth' })
    const answer = await robyn.post('/api/away', { until: '2026-03-12', reason: 'holiday' })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toEqual({ setFor: 2, leftAsIs: [] })
    const all = z.array(awaySchema).parse((await robyn.get('/api/away')).json())
    expect(all.map(({ lovedOneName, endsAt }) => [lovedOneName, endsAt])).toEqual([
      ['Margaret Hartley', '2026-03-12T13:00:00.000Z'],
      ['Ivy Lee', '2026-03-12T16:00:00.000Z'],
    ])
  })

  test('fills the days around a time away that somebody has already, and says whose is left as it was', async () => {
    const ivy = await cooee.aLovedOne(robyn, { name: 'Ivy Lee' })
    await goes({ from: '2026-03-12', until: '2026-03-13', reason: 'hospital' }, ivy)
    const answer = await robyn.post('/api/away', { until: '2026-03-16', reason: 'holiday' })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toEqual({
      setFor: 2,
      leftAsIs: [{ lovedOneId: ivy, lovedOneName: 'Ivy Lee', from: '2026-03-12', until: '2026-03-13' }],
    })
    expect(await daysOf(ivy)).toEqual([
      ['2026-03-10', '2026-03-11', 'holiday'],
      ['2026-03-12', '2026-03-13', 'hospital'],
      ['2026-03-14', '2026-03-16', 'holiday'],
    ])
    expect(await daysOf(margaret)).toEqual([['2026-03-10', '2026-03-16', 'holiday']])
  })

  test('sets nothing for somebody who is away on all of these days', async () => {
    await isGone({ until: '2026-03-20', reason: 'hospital' })
    const answer = await robyn.post('/api/away', { from: '2026-03-11', until: '2026-03-13' })
    expect(answer.json()).toMatchObject({ setFor: 0, leftAsIs: [{ lovedOneName: 'Margaret Hartley' }] })
    expect(await daysOf(margaret)).toEqual([['2026-03-10', '2026-03-20', 'hospital']])
  })

  test('each member is notified of a time away of several in one mail, no matter who goes away', async () => {
    for (const name of ['Ivy Lee', 'Con Papadakis', 'Beryl Thompson', 'Amma Owusu'])
      await cooee.aLovedOne(robyn, { name })
    await robyn.post('/api/away', { until: '2026-03-12' })
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail).toContain('Margaret Hartley, Ivy Lee and 3 others are away until Thursday 12 March: ')
    expect(mail).toContain('- Con Papadakis: Away until Thursday 12 March. No call is scheduled after that.')
    expect((await eventsOf()).filter((event) => event === 'away.started')).toHaveLength(5)
  })

  test('is set once, however often the same request comes', async () => {
    const headers = { authorization: `Bearer ${robyn.token}`, 'idempotency-key': 'everyone-away-00001' }
    const sent = { method: 'POST', url: '/api/away', headers, payload: { until: '2026-03-12' } } as const
    const first = await cooee.app.inject(sent)
    const again = await cooee.app.inject(sent)
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    expect(await daysOf(margaret)).toHaveLength(1)
    expect(await mails()).toHaveLength(1)
  })

  test('refuses days that cannot be', async () => {
    for (const body of [
      {},
      { until: '2026-03-09' },
      { from: '2026-03-09', until: '2026-03-12' },
      { until: '2026-06-09' },
    ])
      expect((await robyn.post('/api/away', body)).statusCode).toBe(400)
    expect(await daysOf(margaret)).toEqual([])
  })

  test('keeps the note of each', async () => {
    const ivy = await cooee.aLovedOne(robyn, { name: 'Ivy Lee' })
    await robyn.post('/api/away', { until: '2026-03-12', note: 'At the lake' })
    for (const id of [margaret, ivy]) expect((await awaysOf(id))[0]?.note).toBe('At the lake')
  })
})

describe('the end of all', () => {
  test('ends what lasts now, takes back what is to come, and leaves other families alone', async () => {
    const con = await cooee.aRegisteredAccount()
    await goes({ until: '2026-03-12' }, await cooee.aLovedOne(con, { name: 'Con Papadakis' }), con)
    await cooee.aLovedOne(robyn, { name: 'Ivy Lee' })
    await robyn.post('/api/away', { until: '2026-03-12' })
    await isGone({ from: '2026-03-20', until: '2026-03-21' })
    expect((await robyn.get('/api/away')).json()).toMatchObject([
      { lovedOneName: 'Margaret Hartley', isNow: true },
      { lovedOneName: 'Ivy Lee', isNow: true },
      { lovedOneName: 'Margaret Hartley', isNow: false },
    ])
    expect((await robyn.delete('/api/away')).statusCode).toBe(204)
    expect((await robyn.delete('/api/away')).statusCode).toBe(204)
    expect((await robyn.get('/api/away')).json()).toEqual([])
    expect((await eventsOf()).filter((event) => event === 'away.ended')).toHaveLength(2)
    expect((await con.get('/api/away')).json()).toMatchObject([{ lovedOneName: 'Con Papadakis' }])
  })

  test('works for an organisation with two thousand loved ones, in one mail, and is listed page by page', async () => {
    await cooee.db
      .insertInto('lovedOnes')
      .columns(['accountId', 'name', 'phoneNumber', 'timezone'])
      .expression((eb) =>
        eb
          .selectFrom(sql<{ i: number }>`generate_series(2, 2000)`.as('i'))
          .select([
            sql<number>`${robyn.user.circle.id}::bigint`.as('accountId'),
            sql<string>`'Resident'`.as('name'),
            sql<string>`'+61491570156'`.as('phoneNumber'),
            sql<string>`'Australia/Sydney'`.as('timezone'),
          ]),
      )
      .execute()
    const answer = await robyn.post('/api/away', { until: '2026-03-12' })
    expect(answer.json()).toEqual({ setFor: 2000, leftAsIs: [] })
    expect(await mails()).toHaveLength(1)
    const seen = new Set<number>()
    for (let after: unknown = ''; after !== undefined; ) {
      const page = await robyn.get(`/api/away?limit=200${after ? `&after=${after}` : ''}`)
      for (const { id } of page.json()) seen.add(id)
      after = page.headers['x-next']
    }
    expect(seen.size).toBe(2000)
    expect((await robyn.delete('/api/away')).statusCode).toBe(204)
    expect((await robyn.get('/api/away')).json()).toEqual([])
  })
})

test('nobody is rung by hand while they are away', async () => {
  const { id } = await cooee.aCall(robyn, { lovedOneId: margaret, recurrencePattern: 'daily' })
  await isGone({ until: '2026-03-12' })
  for (const path of [`/api/calls/${id}/call-now`, `/api/loved-ones/${margaret}/try`]) {
    const answer = await robyn.post(path)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('Margaret is away until Thursday 12 March')
  }
})

test('a move to another zone keeps the days, by the new clocks', async () => {
  await isGone({ until: '2026-03-12' })
  await isGone({ from: '2026-03-13', until: '2026-03-13' })
  const moved = await robyn.patch(`/api/loved-ones/${margaret}`, { timezone: 'Australia/Perth' })
  expect(moved.statusCode, moved.body).toBe(200)
  const aways = (await robyn.get(`/api/loved-ones/${margaret}/away`)).json()
  expect(aways.map(({ endsAt }: { endsAt: string }) => endsAt)).toEqual([
    '2026-03-12T16:00:00.000Z',
    '2026-03-13T16:00:00.000Z',
  ])
})

test('a move to the east keeps a time away that is set for the day after one that has ended', async () => {
  await robyn.patch(`/api/loved-ones/${margaret}`, { timezone: 'Australia/Perth' })
  const first = await isGone({ until: '2026-03-10' })
  await cooee.moveTo(new Date('2026-03-10T23:00:00+08:00'))
  await robyn.delete(`/api/away/${first.id}`)
  await isGone({ from: '2026-03-11', until: '2026-03-12' })
  const moved = await robyn.patch(`/api/loved-ones/${margaret}`, { timezone: 'Australia/Sydney' })
  expect(moved.statusCode, moved.body).toBe(200)
  expect(await daysOf(margaret)).toEqual([['2026-03-11', '2026-03-12', 'other']])
  expect((await awaysOf(margaret))[0]?.startsAt).toBe('2026-03-10T15:00:00.000Z')
})
