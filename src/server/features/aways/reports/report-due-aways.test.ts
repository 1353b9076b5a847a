import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'
import { withdrawVerification } from '#test/insert-account.ts'
import { aRefusal } from '#test/refusals.ts'
import { reportDueAways } from '../public.ts'

// Tuesday 10 March 2026, 11:00 in Sydney.
const cooee = await callsFixture()
const { db, clock, sealing, jobs } = cooee
afterAll(() => cooee.close())

const deps = {
  db,
  clock,
  sealing,
  enqueueNotice: (trx, notice) => enqueueMessage(jobs, trx, { isUrgent: false, ...notice }),
  publicUrl: 'http://localhost:3000',
  log: pino({ level: 'silent' }),
} satisfies Parameters<typeof reportDueAways>[0]

beforeAll(async () => {
  // The connection is lost in the middle of the transaction, as when the worker is killed.
  await sql`create function dies() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); perform pg_sleep(1); return new; end $$`.execute(db)
})
const TABLES = ['aways', 'events', 'activity', 'messages', 'calls'] as const
afterEach(async () => {
  for (const table of TABLES) await sql`drop trigger if exists dies_here on ${sql.table(table)}`.execute(db)
})
const diesAtWritesTo = (table: (typeof TABLES)[number]) =>
  sql`create trigger dies_here after insert or update on ${sql.table(table)} for each row execute function dies()`.execute(
    db,
  )
const livesAgain = (table: (typeof TABLES)[number]) => sql`drop trigger dies_here on ${sql.table(table)}`.execute(db)

let robyn: SignedIn
let margaret: number
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  robyn = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(robyn, { name: 'Margaret Hartley' })
  await cooee.aCall(robyn, { lovedOneId: margaret, recurrencePattern: 'daily' })
})

const mailsOf = () =>
  db
    .selectFrom('messages')
    .select(['recipient', 'text'])
    .where('accountId', '=', robyn.user.circle.id)
    .where('channel', '=', 'email')
    .where('dedupeKey', 'like', 'away:%')
    .orderBy('id')
    .execute()
const subjects = async () =>
  (
    await db
      .selectFrom('messages')
      .select('subject')
      .where('accountId', '=', robyn.user.circle.id)
      .where('channel', '=', 'email')
      .where('dedupeKey', 'like', 'away:%')
      .orderBy('id')
      .execute()
  ).map(({ subject }) => subject)
const events = async () =>
  (await db.selectFrom('events').select('event').where('accountId', '=', robyn.user.circle.id).orderBy('id').execute())
    .map(({ event }) => event)
    .filter((event) => event.startsWith('away.'))

test('who has set a time away is named when it begins, days later', async () => {
  const tom = await aMemberOf(cooee, robyn, 'carer', { firstName: 'Tom', lastName: 'Hartley' })
  await tom.post(`/api/loved-ones/${margaret}/away`, { from: '2026-03-11', until: '2026-03-12' })
  await cooee.moveTo(new Date('2026-03-11T07:05:00+11:00'))
  await reportDueAways(deps)
  const { text } = await db
    .selectFrom('messages')
    .select('text')
    .where('recipient', '=', robyn.user.email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(text).toContain('Tom Hartley set this.')
})

describe('a worker that dies while times away are reported', () => {
  test.each(['aways', 'events', 'activity', 'messages'] as const)(
    'at a write to %s loses no notice and writes none twice, at the beginning, before the end and at it',
    async (table) => {
      await robyn.post(`/api/loved-ones/${margaret}/away`, { from: '2026-03-11', until: '2026-03-12' })
      const told: [string, string[], string[]][] = [
        ['2026-03-11T00:05:00+11:00', [], ['away.started']],
        ['2026-03-11T07:05:00+11:00', ['Margaret Hartley is away until Thursday 12 March'], []],
        ['2026-03-12T10:01:00+11:00', ["Margaret Hartley's time away ends today"], []],
        ['2026-03-13T00:01:00+11:00', [], ['away.ended']],
      ]
      const notices: string[] = []
      const reported: string[] = []
      for (const [at, mails, news] of told) {
        await cooee.moveTo(new Date(at))
        const before = [await subjects(), await events()]
        await diesAtWritesTo(table)
        // Whatever it got to: nothing of it is kept, or the whole.
        await reportDueAways(deps).catch(() => undefined)
        await livesAgain(table)
        notices.push(...mails)
        reported.push(...news)
        expect([before, [notices, reported]]).toContainEqual([await subjects(), await events()])
        await reportDueAways(deps)
        await reportDueAways(deps)
        expect([await subjects(), await events()]).toEqual([notices, reported])
      }
    },
  )
})

describe('a worker that dies while it passes over a call', () => {
  test.each(['calls', 'activity'] as const)(
    'at a write to %s rings nobody, and the first call after the time away rings at its minute, once',
    async (table) => {
      await robyn.post(`/api/loved-ones/${margaret}/away`, { until: '2026-03-11' })
      await cooee.moveTo(new Date('2026-03-11T09:00:00+11:00'))
      const dialled = cooee.telephony.dialled.length
      await diesAtWritesTo(table)
      await cooee.dispatch()
      await livesAgain(table)
      expect(cooee.telephony.dialled).toHaveLength(dialled)
      await cooee.moveTo(new Date('2026-03-12T08:59:00+11:00'))
      await cooee.dispatch()
      expect(cooee.telephony.dialled).toHaveLength(dialled)
      for (let again = 0; again < 2; again++) {
        await cooee.moveTo(new Date('2026-03-12T09:00:00+11:00'))
        await cooee.dispatch()
      }
      expect(cooee.telephony.dialled).toHaveLength(dialled + 1)
    },
  )
})

test('the other members read who has moved or ended a time away, and who did it reads nothing', async () => {
  const tom = await aMemberOf(cooee, robyn, 'carer', { firstName: 'Tom', lastName: 'Hartley' })
  const { id } = (await robyn.post(`/api/loved-ones/${margaret}/away`, { until: '2026-03-20' })).json()
  const before = (await mailsOf()).length
  await tom.patch(`/api/away/${id}`, { until: '2026-03-12' })
  await tom.delete(`/api/away/${id}`)
  const mails = (await mailsOf()).slice(before)
  expect(mails.map(({ recipient }) => recipient)).toEqual([robyn.user.email, robyn.user.email])
  expect(mails[0]?.text).toContain('is away until Thursday 12 March. Tom Hartley changed this.')
  expect(mails[1]?.text).toContain('Margaret Hartley is back, and we ring again. Tom Hartley ended the time away.')
})

test('times away that follow one another without a gap are read as one: calls start again after the last', async () => {
  const isGone = async (days: object) => (await robyn.post(`/api/loved-ones/${margaret}/away`, days)).json()
  await isGone({ from: '2026-03-14', until: '2026-03-15' })
  await isGone({ from: '2026-03-12', until: '2026-03-13' })
  const first = await isGone({ until: '2026-03-11' })
  expect(first.callsStartAgainAt).toBe('2026-03-15T22:00:00.000Z')
  expect((await robyn.get(`/api/loved-ones/${margaret}`)).json().away).toMatchObject({ until: '2026-03-15' })
  const [upcoming] = await cooee.list(robyn, 'upcoming')
  expect(upcoming).toMatchObject({ away: true, awayUntil: '2026-03-15' })
  const before = (await mailsOf()).length
  await cooee.moveTo(new Date('2026-03-11T10:00:00+11:00'))
  await reportDueAways(deps)
  expect((await mailsOf()).slice(before)).toEqual([])
  await cooee.moveTo(new Date('2026-03-15T10:00:00+11:00'))
  await reportDueAways(deps)
  expect((await mailsOf()).at(-1)?.text).toContain('Calls start again tomorrow at 9:00 AM')
})

test.each([
  ['the phone wants none', 'we were asked not to contact them.'],
  ['the account may place none', "your account can't place any at the moment."],
])('the notice of the last day says that calls do not start again where %s', async (cause, words) => {
  const { phoneNumber } = (await robyn.get(`/api/loved-ones/${margaret}`)).json()
  const set = await robyn.post(`/api/loved-ones/${margaret}/away`, { until: '2026-03-11' })
  expect(set.json().callsStartAgainAt).not.toBeNull()
  if (cause === 'the phone wants none') await aRefusal(db, { phoneNumber, calls: true }, clock.now())
  else await withdrawVerification(db, robyn.user.circle.id)
  await cooee.moveTo(new Date('2026-03-11T10:00:00+11:00'))
  await reportDueAways(deps)
  expect((await mailsOf()).at(-1)?.text).toContain(`Calls don't start again: ${words}`)
})
