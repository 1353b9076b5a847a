import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DashboardToday, dashboardTodaySchema } from '#contract/calls/dashboard.ts'
import { incidentsOfCalls } from '#server/features/incidents/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { buildTestApp, type SignedIn, type TestApp } from '#test/build-test-app.ts'
import { aLovedOne } from '#test/factories.ts'
import { countStats } from './count-stats.ts'
import { readToday } from './read-today.ts'

let cooee: TestApp
beforeAll(async () => {
  cooee = await buildTestApp()
})
afterAll(() => cooee.close())

/** As many loved ones with a call to come each, and calls of the days before. */
async function anOrganisation(people: number, daysBefore: number): Promise<SignedIn> {
  const carer = await cooee.aRegisteredAccount()
  await sql`
    with person as (
      insert into loved_ones (account_id, name, phone_number, timezone, relationship)
      select ${carer.user.circle.id}, 'Person ' || n, '+614' || (10000000 + n), 'Australia/Sydney', 'client'
      from generate_series(1, ${people}::int) as n returning id
    )
    insert into calls (account_id, loved_one_id, call_type, scheduled_for, status, dial_at, dial_by, ended_at)
    select ${carer.user.circle.id}, id, 'daily_check_in', at, case when day = 0 then 'scheduled' else 'completed' end,
      case when day = 0 then at end, case when day = 0 then at + interval '1 hour' end, case when day > 0 then at end
    from person, generate_series(0, ${daysBefore}::int) as day,
      lateral (select ${cooee.clock.now()}::timestamptz + interval '1 hour' - day * interval '1 day' as at) as times`.execute(
    cooee.db,
  )
  return carer
}

async function today(carer: SignedIn): Promise<DashboardToday> {
  return dashboardTodaySchema.parse((await carer.get('/api/dashboard/today')).json())
}

const ofPerson = (carer: SignedIn, name: string) =>
  cooee.db
    .selectFrom('lovedOnes')
    .select('id')
    .where('accountId', '=', carer.user.circle.id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()

/** How their call of this morning ended. */
async function ended(carer: SignedIn, name: string, status: 'missed' | 'completed', hoursAgo: number): Promise<void> {
  const at = new Date(cooee.clock.now().getTime() - hoursAgo * 3_600_000)
  const { id: lovedOneId } = await ofPerson(carer, name)
  await cooee.db
    .insertInto('calls')
    .values({
      accountId: carer.user.circle.id,
      lovedOneId,
      callType: 'daily_check_in',
      scheduledFor: at,
      status,
      endedAt: at,
    })
    .execute()
}

test('a family’s today is everybody with the latest calls and the next ones, and nobody else’s', async () => {
  const jane = await cooee.aRegisteredAccount()
  const stranger = await cooee.aRegisteredAccount()
  await jane.post('/api/loved-ones', aLovedOne())
  const { lovedOnes, ...calls } = await today(jane)
  expect(lovedOnes).toEqual((await jane.get('/api/loved-ones')).json())
  expect(calls).toEqual({ history: [], upcoming: [], peopleCount: 1, awayCount: 0, attention: null })
  expect(await today(stranger)).toMatchObject({ lovedOnes: [], peopleCount: 0 })
})

test('people who need attention come first with their calls of today, and all of them are counted', async () => {
  const carer = await anOrganisation(60, 1)
  const stranger = await anOrganisation(60, 1)
  await ended(carer, 'Person 55', 'missed', 2)
  await ended(carer, 'Person 40', 'missed', 1)
  // Has answered since.
  await ended(carer, 'Person 30', 'missed', 2)
  await ended(carer, 'Person 30', 'completed', 1)
  // Yesterday on her calendar: it is 11 AM in Sydney.
  await ended(carer, 'Person 31', 'missed', 12)
  await ended(stranger, 'Person 20', 'missed', 1)
  const seen = await today(carer)
  expect(seen.lovedOnes.map(({ name }) => name).slice(0, 2)).toEqual(['Person 40', 'Person 55'])
  expect(seen.lovedOnes).toHaveLength(12)
  expect(seen).toMatchObject({
    peopleCount: 60,
    attention: { count: 2, inWords: '2 people need your attention.' },
  })
  const own = new Set(seen.lovedOnes.map(({ id }) => id))
  expect([...seen.history, ...seen.upcoming].every(({ lovedOneId }) => own.has(lovedOneId))).toBe(true)
  expect(seen.upcoming).toHaveLength(12)
  expect(seen.history.filter(({ status }) => status === 'missed')).toHaveLength(2)
})

test('a miss of this morning is not lost behind a hundred later calls of a house of forty', async () => {
  const carer = await anOrganisation(40, 1)
  await ended(carer, 'Person 7', 'missed', 6)
  for (let n = 1; n <= 40; n++)
    for (const hoursAgo of [3, 2, 1]) if (n !== 7) await ended(carer, `Person ${n}`, 'completed', hoursAgo)
  const seen = await today(carer)
  expect(seen.lovedOnes[0]?.name).toBe('Person 7')
  expect(seen).toMatchObject({ peopleCount: 40, attention: { count: 1, inWords: 'One person needs your attention.' } })
  expect(seen.history.filter(({ status }) => status === 'missed')).toHaveLength(1)
  // Tomorrow those are calls of another day.
  cooee.clock.advance(40 * 3_600_000)
  expect((await today(carer)).attention).toBeNull()
  cooee.clock.advance(-40 * 3_600_000)
})

test('those who are away now are counted, of a family and of an organisation, and nobody who goes away later', async () => {
  for (const people of [3, 60]) {
    const carer = await anOrganisation(people, 1)
    const [first, second] = (await carer.get('/api/loved-ones')).json()
    await carer.post(`/api/loved-ones/${first.id}/away`, { until: '2026-03-12' })
    await carer.post(`/api/loved-ones/${second.id}/away`, { from: '2026-03-12', until: '2026-03-12' })
    expect(await today(carer)).toMatchObject({ peopleCount: people, awayCount: 1 })
  }
})

test('more than a hundred people who need attention are counted to a hundred, and it says that there are more', async () => {
  const carer = await anOrganisation(120, 0)
  await sql`update calls set status = 'missed', scheduled_for = scheduled_for - interval '2 hours',
      ended_at = scheduled_for, dial_at = null, dial_by = null
    where account_id = ${carer.user.circle.id}`.execute(cooee.db)
  expect((await today(carer)).attention).toEqual({
    count: 100,
    inWords: 'More than 100 people need your attention.',
  })
})

test('two thousand loved ones and 100,000 calls make an answer under 100 KB that reads as little as that of two hundred', async () => {
  const few = await anOrganisation(200, 5)
  const many = await anOrganisation(2_000, 50)
  for (const carer of [few, many]) await ended(carer, 'Person 55', 'missed', 1)
  await sql`vacuum analyze`.execute(cooee.db)
  const answer = await many.get('/api/dashboard/today')
  expect(answer.statusCode).toBe(200)
  expect(answer.body.length).toBeLessThan(100_000)
  const ofFew = await blocksOf(few)
  const ofMany = await blocksOf(many)
  expect(ofMany, `${ofFew} blocks for 200 people, ${ofMany} for 2,000`).toBeLessThan(1.5 * ofFew)
  expect(ofFew).toBeGreaterThan(100)
})

/** How many blocks the database touches for what the dashboard asks. */
async function blocksOf({ user }: SignedIn): Promise<number> {
  const { clock, sealing } = cooee
  return cooee.db.connection().execute(async (db) => {
    const views = { db, clock, sealing, incidents: incidentsOfCalls, consent: 'asked' as const }
    const ask = () =>
      Promise.all([readToday(views, { id: user.circle.id, mayHear: true }), countStats(db, user.circle.id)])
    // What is planned and cached once is not what an account's size costs.
    for (let time = 0; time < 8; time += 1) await ask()
    const before = await blocksSoFar(db)
    await ask()
    return (await blocksSoFar(db)) - before
  })
}

async function blocksSoFar(db: Db): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ blocks: number }>`
    select (blks_hit + blks_read)::int as blocks from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]?.blocks ?? 0
}
