import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockIncidentsOf } from '#server/features/incidents/causes/incident-state.ts'
import { waitForLock } from '#server/platform/database/advisory-lock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { dialAgain } from './dispatch/dial-again.ts'
import { giveUpOverdueCalls } from './dispatch/not-made/give-up-overdue-calls.ts'

const MINUTE = 60_000
const ROUNDS = 12
/** Two seconds before the grace period of a catch-up call ends, and before no catch-up call is made any more. */
const LAST_MOMENT = new Date('2026-03-10T20:59:58+11:00')
const UNKNOWN = { kind: 'unknown', saidBusy: false, reason: 'timeout' } as const

let care: CareFixture
let account: { id: number }
let lovedOneId: number
const errors: unknown[] = []

beforeAll(async () => {
  care = await careFixture()
  const log = Object.assign(Object.create(care.deps.log), { error: (facts: unknown) => errors.push(facts) })
  care.deps.log = log
})
afterAll(() => care.close())
beforeEach(startOver)

async function startOver() {
  await care.startOver()
  errors.length = 0
  await goTo(new Date(NINE_IN_SYDNEY.getTime() - 60 * MINUTE))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
}

async function goTo(instant: Date | string) {
  care.clock.set(new Date(instant))
  await care.db.updateTable('dialPace').set({ nextAtMs: 0 }).execute()
}

/** A call that was due two hours ago and could not be placed. */
async function anOverdueCall(): Promise<number> {
  const now = care.clock.now().getTime()
  const callId = await care.aCall(account, { lovedOneId, at: new Date(now + MINUTE) })
  const scheduledFor = new Date(now - 120 * MINUTE)
  const dialBy = new Date(now - 60 * MINUTE)
  await care.db
    .updateTable('calls')
    .set({ scheduledFor, dialAt: scheduledFor, dialBy })
    .where('id', '=', callId)
    .execute()
  return callId
}

/** A call is dialled at that time, and nobody knows whether the phone rings. Returns the attempt. */
async function anUnknownDial(instant: string): Promise<number> {
  await goTo(instant)
  care.telephony.outcomes.push(UNKNOWN)
  await care.dispatch()
  const { attemptId } = care.telephony.dialled.at(-1) ?? {}
  if (attemptId === undefined) throw new Error('Nothing was dialled')
  return attemptId
}

/** The open catch-up call of the nine o'clock call, as dialled at two in the afternoon: its attempt. */
async function anUnknownCatchUp(): Promise<number> {
  await care.aCall(account, { lovedOneId })
  return anUnknownDial('2026-03-10T14:00:00+11:00')
}

const catchUps = () =>
  care.db.selectFrom('calls').select(['id', 'status']).where('catchUpFor', 'is not', null).orderBy('id').execute()
const callOf = (attemptId: number) =>
  care.db
    .selectFrom('attempts')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .select(['calls.id', 'calls.status'])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirstOrThrow()
const causes = () => care.db.selectFrom('incidentCauses').select(['callId', 'cause']).execute()

/** Holds the locks of `hold` while `work` runs: a `work` that waits for them never ends. */
function whileLocked(hold: (trx: Trx) => Promise<unknown>, work: () => Promise<unknown>) {
  return care.db.transaction().execute(async (trx) => {
    await hold(trx)
    await work()
  })
}

/**
 * Holds the locks of `hold`, begins `work`, and asks for the row of its call once it waits: the two deadlock, and the
 * database ends `work`.
 */
async function inACircle(
  callId: number,
  { hold, work }: { hold: (trx: Trx) => Promise<unknown>; work: () => Promise<unknown> },
) {
  let working: Promise<unknown> | undefined
  await care.db.transaction().execute(async (trx) => {
    // Only the other transaction detects it.
    await sql`set local deadlock_timeout = '1min'`.execute(trx)
    await hold(trx)
    working = work()
    await expect.poll(isSomebodyWaiting).toBe(true)
    await trx.selectFrom('calls').select('id').where('id', '=', callId).forUpdate().execute()
  })
  await working
}
async function isSomebodyWaiting(): Promise<boolean> {
  const { rows } = await sql`
    select from pg_locks where not granted and locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`.execute(care.db)
  return rows.length > 0
}

test('a call is given up without waiting for a lock on the open catch-up call', async () => {
  const catchUp = await callOf(await anUnknownCatchUp())
  const overdue = await anOverdueCall()
  await whileLocked(
    (trx) => trx.selectFrom('calls').select('id').where('id', '=', catchUp.id).forUpdate().execute(),
    () => giveUpOverdueCalls(care.deps),
  )
  expect(await care.call(account, overdue)).toMatchObject({ status: 'missed' })
  expect(await catchUps()).toHaveLength(1)
  expect(errors).toEqual([])
})

test('a catch-up call ends without waiting for a worker that gives other calls up', async () => {
  const attemptId = await anUnknownCatchUp()
  await goTo(LAST_MOMENT)
  await whileLocked(
    (trx) => waitForLock(trx, 'catch-up of loved one', lovedOneId),
    () => dialAgain(care.deps, attemptId),
  )
  expect(await callOf(attemptId)).toMatchObject({ status: 'failed' })
  expect(await catchUps()).toHaveLength(1)
})

test('calls that another worker gives up at this moment are left to it, and none is lost', async () => {
  await goTo('2026-03-10T14:00:00+11:00')
  const overdue = await anOverdueCall()
  await whileLocked(
    (trx) => waitForLock(trx, 'catch-up of loved one', lovedOneId),
    async () => expect(await giveUpOverdueCalls(care.deps)).toBe(false),
  )
  expect(await care.call(account, overdue)).toMatchObject({ status: 'scheduled' })
  expect(await giveUpOverdueCalls(care.deps)).toBe(true)
  expect(await care.call(account, overdue)).toMatchObject({ status: 'missed' })
})

test('a dial that was not placed is recorded although the database ended its transaction in a deadlock', async () => {
  await care.aCall(account, { lovedOneId })
  const attemptId = await anUnknownDial('2026-03-10T09:30:00+11:00')
  const { id } = await callOf(attemptId)
  await goTo('2026-03-10T09:59:58+11:00')
  await inACircle(id, {
    hold: (trx) => waitForLock(trx, 'catch-up of loved one', lovedOneId),
    work: () => dialAgain(care.deps, attemptId),
  })
  expect(await callOf(attemptId)).toMatchObject({ status: 'failed' })
  expect(await causes()).toEqual([{ callId: id, cause: 'not_made' }])
  expect(await catchUps()).toMatchObject([{ status: 'scheduled' }])
})

test('calls are given up together although the database ended the transaction in a deadlock', async () => {
  await goTo('2026-03-10T14:00:00+11:00')
  const overdue = [await anOverdueCall(), await anOverdueCall()]
  await inACircle(overdue[0] ?? 0, {
    hold: (trx) => lockIncidentsOf(trx, lovedOneId),
    work: () => giveUpOverdueCalls(care.deps),
  })
  expect(errors).toEqual([])
  // The call that the other transaction held may come second.
  expect((await causes()).map(({ callId }) => callId).sort()).toEqual(overdue)
  expect(care.notified.filter(({ channel }) => channel === 'email')).toHaveLength(1)
})

test('workers that give calls up while dials are turned down lose nothing, notify once and make one catch-up call', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await startOver()
    const catchUp = await anUnknownCatchUp()
    await goTo('2026-03-10T19:59:00+11:00')
    await care.aCall(account, { lovedOneId, at: new Date('2026-03-10T20:00:00+11:00') })
    const regular = await anUnknownDial('2026-03-10T20:00:00+11:00')
    await goTo(LAST_MOMENT)
    const overdue = [await anOverdueCall(), await anOverdueCall(), await anOverdueCall()]
    const work = [
      () => dialAgain(care.deps, catchUp),
      () => giveUpOverdueCalls(care.deps),
      () => dialAgain(care.deps, regular),
      () => giveUpOverdueCalls(care.deps),
    ]
    await Promise.all((round % 2 ? work.toReversed() : work).map((begin) => begin()))
    await giveUpOverdueCalls(care.deps)
    const open = await care.db.selectFrom('calls').select('catchUpFor').where('endedAt', 'is', null).execute()
    expect(open.length).toBeLessThanOrEqual(1)
    for (const { catchUpFor } of open) expect(catchUpFor).not.toBeNull()
    const about = (await causes()).map(({ callId }) => callId)
    expect(about).toEqual(expect.arrayContaining([...overdue, (await callOf(regular)).id, (await callOf(catchUp)).id]))
    expect(await care.db.selectFrom('incidents').select('id').execute()).toHaveLength(1)
    expect(errors).toEqual([])
  }
})
