import { sql } from 'kysely'
import type { Logger } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { laggingStandby } from '#test/lagging-standby.ts'
import { claimDueCalls } from '../features/care/dispatch/claim-due-calls.ts'
import { careProviderEvents } from '../features/care/public.ts'
import { type DialHandlers, lockPermits, noticeFailover } from '../features/dialling/public.ts'
import { dialsToReconcile } from '../features/dialling/reconcile-dials.ts'
import { openDatabase } from '../platform/database/database.ts'
import { afterFailover } from './after-failover.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const MARGARET = '+61491570156'
const LOST = 'lost what happened when something went wrong on our side'

let care: CareFixture
let account: { id: number; personId: number }
let callId: number
/** The audit log is never emptied. */
let auditedBefore: number
const logged: { underWay: number; due: number }[] = []

beforeAll(async () => {
  care = await careFixture()
  const log = { warn: (facts: (typeof logged)[number]) => void logged.push(facts), error() {} } as Pick<
    Logger,
    'warn' | 'error'
  >
  const deps = { afterFailover: afterFailover({ jobs: care.jobs, log }) }
  Object.assign(care.deps, deps)
  Object.assign(care.deps.incidents, deps)
})
afterAll(() => care.close())
beforeEach(async () => {
  logged.length = 0
  const { id } = await care.db
    .selectFrom('auditLog')
    .select((eb) => eb.fn.coalesce(eb.fn.max('id'), eb.lit(0)).as('id'))
    .executeTakeFirstOrThrow()
  auditedBefore = id
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  await care.db.updateTable('dialFence').set({ movedAt: null, keptUntil: null }).execute()
  account = await care.anAccount()
  callId = await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
  care.clock.set(NINE_IN_SYDNEY)
})

/** What is written during `work` is lost. */
async function lost(work: () => Promise<unknown>): Promise<void> {
  const standby = await laggingStandby(care.databaseUrl)
  await work()
  await standby.promote()
}

async function pass(milliseconds: number): Promise<void> {
  let step = 0
  for (let passed = 0; passed < milliseconds; passed += step) {
    step = passed < 2 * MINUTE ? 10 * SECOND : MINUTE
    care.clock.advance(step)
    await care.settle()
    await care.dispatch()
  }
}

function theDial() {
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? {}
  if (!attemptId || !providerCallId) throw new Error('Nothing was dialled')
  return { attemptId, providerCallId }
}

async function pressOne(facts = care.facts): Promise<void> {
  const { attemptId, providerCallId } = theDial()
  await facts.answered(attemptId, providerCallId, MARGARET)
  await facts.heard(attemptId, 'listen 1', { keys: '', speech: '' }, providerCallId)
  await facts.heard(attemptId, 'question 2', { keys: '1', speech: '' }, providerCallId)
}

/** Its end at the provider, without a callback. */
function ends(endedStatus: 'completed' | 'no-answer' | 'canceled', providerCallId = theDial().providerCallId): void {
  care.telephony.end(providerCallId, { endedStatus, status: endedStatus, durationSeconds: 20 })
}

async function reported(endedStatus: 'completed' | 'no-answer', facts = care.facts): Promise<void> {
  const { attemptId, providerCallId } = theDial()
  ends(endedStatus)
  const end = { providerCallId, endedStatus, status: endedStatus, answeredBy: null, durationSeconds: 20 }
  await facts.progressed(attemptId, end)
}

const rings = () => care.telephony.dialled.length
const theCall = () => care.call(account, callId)
const failOvers = () =>
  care.db
    .selectFrom('auditLog')
    .select('detail')
    .where('action', '=', 'database.failed_over')
    .where('id', '>', auditedBefore)
    .execute()

describe('a claim that is lost with the database', () => {
  test('does not ring a phone again that has rung, and people are notified', async () => {
    await lost(async () => {
      await care.dispatch()
      await pressOne()
      await reported('completed')
    })
    await care.dispatch()
    expect(rings()).toBe(1)
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
    expect(await theCall()).toMatchObject({ status: 'missed', reason: expect.stringContaining(LOST) })
    expect(care.notified.length).toBeGreaterThan(0)
  })

  test('rings a phone once that has not rung', async () => {
    await lost(() => claimDueCalls(care.deps))
    await care.dispatch()
    expect(rings()).toBe(0)
    await pass(MINUTE)
    expect(rings()).toBe(1)
    await pressOne()
    await reported('completed')
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
    expect(await theCall()).toMatchObject({ status: 'completed' })
  })

  test('is not asked about while a worker that leased it before may still be sending it', async () => {
    await lost(() => claimDueCalls(care.deps))
    await care.dispatch()
    care.clock.advance(19 * SECOND)
    await care.settle()
    await care.telephony.dial({ to: MARGARET, attemptId: 999_999 })
    await pass(MINUTE)
    expect(rings()).toBe(1)
  })

  test('is found at the provider even if the worker whose clock is ahead claimed it', async () => {
    await lost(async () => {
      care.clock.advance(SECOND)
      await care.dispatch()
    })
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - SECOND))
    await care.dispatch()
    ends('no-answer')
    await pass(5 * MINUTE)
    expect(rings()).toBe(1)
  })

  test('still counts the answer of a person whose phone rings meanwhile', async () => {
    await lost(() => care.dispatch())
    const { attemptId, providerCallId } = theDial()
    const ringing = { providerCallId, status: 'ringing', endedStatus: null, answeredBy: null, durationSeconds: null }
    await care.dispatch()
    await care.facts.progressed(attemptId, { ...ringing, to: MARGARET })
    await pressOne()
    await care.facts.answererDetected(attemptId, providerCallId, 'human')
    await reported('completed')
    await care.settle()
    expect(care.telephony.stopped).toEqual([])
    expect(await theCall()).toMatchObject({ status: 'completed', attempts: [{ providerId: providerCallId }] })
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
  })

  test('tells a person nothing untrue where the call itself is lost', async () => {
    await lost(async () => {})
    await noticeFailover(care.db, care.deps)
    const script = await care.facts.answered(999_999, 'CA-lost', '+61491570199')
    expect(script).toEqual([
      { kind: 'say', text: expect.stringContaining('we have lost what we rang about') },
      { kind: 'hang_up' },
    ])
  })

  test('while the provider cannot be asked, nothing rings', async () => {
    await lost(() => care.dispatch())
    care.telephony.isDown = true
    await care.dispatch()
    await pass(10 * MINUTE)
    expect(rings()).toBe(1)
    expect(await theCall()).toMatchObject({ status: 'in_progress' })
  })
})

describe('a call under way when the database fails over', () => {
  test('is not rung again where 1 was pressed in the time that is lost, and nothing untrue is said', async () => {
    await care.dispatch()
    await lost(async () => {
      await pressOne()
      await reported('completed')
    })
    await care.dispatch()
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
    expect(await theCall()).toMatchObject({
      status: 'missed',
      reason: 'We rang, but lost what happened when something went wrong on our side. Please ring Margaret.',
    })
  })

  test('is not rung again where its end is reported by a callback, the first thing on the new timeline', async () => {
    await care.dispatch()
    await lost(() => pressOne())
    const db = openDatabase(care.databaseUrl, { beforeFirstUse: (connection) => noticeFailover(connection, care.deps) })
    await reported('completed', careProviderEvents({ ...care.deps, db }))
    await db.destroy()
    expect(await failOvers()).toHaveLength(1)
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
    expect(await theCall()).toMatchObject({ status: 'missed', reason: expect.stringContaining(LOST) })
  })

  test('is not rung again where it was stopped in the time that is lost', async () => {
    await care.dispatch()
    await lost(async () => ends('canceled'))
    await care.dispatch()
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
  })

  test('is retried as usual where the phone rang out', async () => {
    await care.dispatch()
    await lost(() => reported('no-answer'))
    await care.dispatch()
    await pass(2 * MINUTE)
    expect(await theCall()).toMatchObject({ status: 'in_progress', reason: null })
    await pass(10 * MINUTE)
    expect(rings()).toBe(2)
    await pressOne()
    await reported('completed')
    expect(await theCall()).toMatchObject({ status: 'completed' })
  })

  test('is not rung a third time where the retry was made in the time that is lost', async () => {
    await care.dispatch()
    await lost(async () => {
      await reported('no-answer')
      await pass(11 * MINUTE)
      await pressOne()
      await reported('completed')
    })
    expect(rings()).toBe(2)
    await care.dispatch()
    await pass(40 * MINUTE)
    expect(rings()).toBe(2)
    expect(await theCall()).toMatchObject({
      status: 'missed',
      reason: "The phone rang out. Something then went wrong on our side, and we don't know if we tried again.",
    })
  })

  test('is not dialled by the worker that had claimed it, but after the provider was asked', async () => {
    const { claimed } = await claimDueCalls(care.deps)
    expect(claimed).toHaveLength(1)
    await lost(async () => {})
    await care.dispatch()
    const attempts = await care.db.selectFrom('attempts').select('state').execute()
    expect(attempts).toEqual([{ state: 'unknown' }])
    await pass(MINUTE)
    expect(rings()).toBe(1)
  })

  test('counts the answer of a person who picks up afterwards', async () => {
    await care.dispatch()
    await lost(async () => {})
    await noticeFailover(care.db, care.deps)
    await pressOne()
    await reported('completed')
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
    expect(await theCall()).toMatchObject({ status: 'completed' })
  })

  test('is retried as usual where a person picks up afterwards and says nothing', async () => {
    await care.dispatch()
    await lost(async () => {})
    await noticeFailover(care.db, care.deps)
    const { attemptId, providerCallId } = theDial()
    await care.facts.answered(attemptId, providerCallId)
    await reported('completed')
    await pass(11 * MINUTE)
    expect(rings()).toBe(2)
  })
})

describe('a key that is carried through the fail-over', () => {
  const carried = (to?: string) => {
    const { attemptId, providerCallId } = theDial()
    return care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' }, providerCallId, to)
  }
  const asksAgain = async (script: Awaited<ReturnType<typeof carried>>) => {
    expect(script).not.toContainEqual({ kind: 'hang_up' })
    const { attemptId, providerCallId } = theDial()
    await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' }, providerCallId, MARGARET)
    await care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' }, providerCallId, MARGARET)
    await reported('completed')
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
    expect(await theCall()).toMatchObject({ status: 'completed' })
  }

  test('is asked for again where the pick-up is lost', async () => {
    await care.dispatch()
    const { attemptId, providerCallId } = theDial()
    await lost(() => care.facts.answered(attemptId, providerCallId, MARGARET))
    await noticeFailover(care.db, care.deps)
    await asksAgain(await carried())
  })

  test('is asked for again where the claim is lost as well', async () => {
    await lost(async () => {
      await care.dispatch()
      const { attemptId, providerCallId } = theDial()
      await care.facts.answered(attemptId, providerCallId, MARGARET)
    })
    await care.dispatch()
    await asksAgain(await carried(MARGARET))
  })
})

describe('a key for help that is carried through the fail-over', () => {
  const carried = (step: string, keys: string, to?: string) => {
    const { attemptId, providerCallId } = theDial()
    return care.facts.heard(attemptId, step, { keys, speech: '' }, providerCallId, to)
  }
  const said = (script: readonly { kind: string; text?: string }[]) => script.map(({ text }) => text ?? '').join(' ')
  const causes = () => care.db.selectFrom('incidents').select('cause').execute()
  const isAsked = async () => {
    const { attemptId, providerCallId } = theDial()
    await care.facts.answered(attemptId, providerCallId, MARGARET)
    await carried('listen 1', '', MARGARET)
  }

  test('counts at once where the question is lost, and counts once', async () => {
    await care.dispatch()
    const { attemptId, providerCallId } = theDial()
    await care.facts.answered(attemptId, providerCallId, MARGARET)
    await lost(() => carried('listen 1', ''))
    await noticeFailover(care.db, care.deps)
    const script = await carried('question 2', '2')
    expect(said(script)).toContain('I am letting Robyn know right now.')
    expect(await carried('question 2', '2')).toEqual(script)
    expect(await causes()).toEqual([{ cause: 'help' }])
    await reported('completed')
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
    expect(await theCall()).toMatchObject({ status: 'completed' })
  })

  test('counts at once where the pick-up is lost', async () => {
    await care.dispatch()
    await lost(isAsked)
    await noticeFailover(care.db, care.deps)
    expect(said(await carried('question 2', '2'))).toContain('I am letting Robyn know right now.')
    expect(await causes()).toEqual([{ cause: 'help' }])
  })

  test('counts at once where the claim is lost as well', async () => {
    await lost(async () => {
      await care.dispatch()
      await isAsked()
    })
    await care.dispatch()
    expect(said(await carried('question 2', '2', MARGARET))).toContain('I am letting Robyn know right now.')
    expect(await causes()).toEqual([{ cause: 'help' }])
    await reported('completed')
    await pass(40 * MINUTE)
    expect(rings()).toBe(1)
  })

  test.each(['listen 1', 'refusal_offer 3', 'consent 2'])(
    'raises no alarm where it may mean another thing: %s',
    async (step) => {
      await care.dispatch()
      await lost(isAsked)
      await noticeFailover(care.db, care.deps)
      await carried(step, '2')
      expect(await causes()).toEqual([])
    },
  )

  test.each([
    ['question 2', '3', [{ cause: 'help' }]],
    ['confirm_help 3', '2', [{ cause: 'help' }]],
    ['confirm_help 3', '1', []],
    ['question 2', '2', []],
  ])('of a medication reminder, at %s, key %s', async (step, key, raised) => {
    await care.db.updateTable('calls').set({ callType: 'medication_reminder' }).where('id', '=', callId).execute()
    await care.dispatch()
    await lost(isAsked)
    await noticeFailover(care.db, care.deps)
    await carried(step, key)
    expect(await causes()).toEqual(raised)
  })

  test('counts for nothing where the database has not failed over', async () => {
    await care.dispatch()
    await carried('question 2', '2')
    expect(await causes()).toEqual([])
  })
})

test('several that find the new timeline at once deal with it once, and say so once', async () => {
  await lost(async () => {})
  const found = [noticeFailover(care.db, care.deps), noticeFailover(care.db, care.deps), care.dispatch()]
  await Promise.all([...found, claimDueCalls(care.deps)])
  expect(await failOvers()).toEqual([{ detail: expect.stringContaining('timeline 00000000 to 00000001') }])
  expect(logged).toMatchObject([{ from: '00000000', to: '00000001', underWay: 0, due: 1 }])
  await pass(MINUTE)
  expect(rings()).toBe(1)
})

test('behind a pooler, which keeps its clients, the reconciler takes no dial before the fail-over is dealt with', async () => {
  await care.dispatch()
  const beforeFirstUse = (connection: typeof care.db) => noticeFailover(connection, care.deps)
  const db = openDatabase(care.databaseUrl, { poolSize: 1, isPooled: true, beforeFirstUse })
  const deps = { ...care.deps, db }
  await dialsToReconcile(deps, {} as DialHandlers).claim(care.clock.now())
  const { rows } = await sql<{ before: string }>`
    select pg_get_functiondef('database_timeline'::regproc) as before`.execute(care.db)
  // The server behind the connection is another one.
  await sql`create or replace function database_timeline() returns text language sql as $$ select '0000000F' $$`.execute(
    care.db,
  )
  care.clock.advance(5 * MINUTE)
  const claimed = await dialsToReconcile(deps, {} as DialHandlers).claim(care.clock.now())
  await db.destroy()
  await sql.raw(rows[0]?.before ?? '').execute(care.db)
  expect(claimed).toMatchObject([{ outcomeUnknownSince: care.clock.now() }])
})

test('what else is stored in the database does not prevent the fail-over from being handled', async () => {
  await sql`create table of_somebody_else (id smallserial)`.execute(care.db)
  await lost(async () => {})
  await care.dispatch()
  expect(await failOvers()).toHaveLength(1)
  await sql`drop table of_somebody_else`.execute(care.db)
})

test('no number is given out twice', async () => {
  let dialled = 0
  await lost(async () => {
    await care.dispatch()
    dialled = theDial().attemptId
  })
  await care.dispatch()
  const attempts = await care.db.selectFrom('attempts').select('id').execute()
  expect(attempts.map(({ id }) => id > dialled + 900_000)).toEqual([true])
})

test('on the timeline that is known nothing happens, and no further statement is sent', async () => {
  let statements = 0
  const counted = care.db.withPlugin({
    transformQuery({ node }) {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await counted.transaction().execute((trx) => lockPermits(trx, care.deps, care.clock.now(), { limit: 1 }))
  expect(statements).toBe(1)
  await noticeFailover(counted, care.deps)
  expect(statements).toBe(2)
  await care.dispatch()
  expect(rings()).toBe(1)
  expect(logged).toEqual([])
})

test('a timeline that was not known before says nothing about a loss', async () => {
  await care.db.updateTable('dialFence').set({ timeline: null }).execute()
  await care.dispatch()
  expect(rings()).toBe(1)
  expect(await care.db.selectFrom('dialFence').select(['timeline', 'movedAt']).execute()).toEqual([
    { timeline: '00000001', movedAt: null },
  ])
})
