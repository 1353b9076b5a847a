import { sql } from 'kysely'
import type { Logger } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { laggingStandby } from '#test/lagging-standby.ts'
import { noticeFailover } from '../features/dialling/public.ts'
import { afterFailover } from './after-failover.ts'

const MINUTE = 60_000
const SPOILT = '+61491570199'

let care: CareFixture
let account: { id: number; personId: number }
let spoilt: number
let others: number[]
const logged: object[] = []

beforeAll(async () => {
  care = await careFixture()
  const log = { warn() {}, error: (facts: object) => void logged.push(facts) } as Pick<Logger, 'warn' | 'error'>
  const deps = { afterFailover: afterFailover({ jobs: care.jobs, log }) }
  Object.assign(care.deps, deps)
  Object.assign(care.deps.incidents, deps)
})
afterAll(() => care.close())
beforeEach(async () => {
  logged.length = 0
  for (const table of ['dials', 'calls', 'messages'])
    await sql`alter table ${sql.table(table)} drop constraint if exists spoilt`.execute(care.db)
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  await care.db.updateTable('dialFence').set({ movedAt: null, keptUntil: null }).execute()
  account = await care.anAccount()
  const name = 'Spoilt Hartley'
  spoilt = await care.aCall(account, {
    lovedOneId: await care.aLovedOne(account, { name, phoneNumber: SPOILT }),
    callType: 'medication_reminder',
    recurrencePattern: 'daily',
  })
  others = []
  for (let n = 0; n < 3; n++) others.push(await care.aCall(account, { lovedOneId: await care.somebodyElse(account) }))
  care.clock.set(NINE_IN_SYDNEY)
})

const refuse = (table: string, condition: string) =>
  sql`alter table ${sql.table(table)} add constraint spoilt check (${sql.raw(condition)}) not valid`.execute(care.db)

/** What is written during `work` is lost. */
async function lost(work: () => Promise<unknown> = async () => {}): Promise<void> {
  const standby = await laggingStandby(care.databaseUrl)
  await work()
  await standby.promote()
}

async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += MINUTE / 2) {
    await care.dispatch()
    care.clock.advance(MINUTE / 2)
    await care.settle()
  }
}

const statusOf = async (callId: number) => (await care.call(account, callId)).status
const statuses = (callIds: number[]) => Promise.all(callIds.map(statusOf))
const ringsAt = (number: string) => care.telephony.dialled.filter(({ to }) => to === number).length

describe('a due call that cannot be put in doubt after a fail-over', () => {
  test('keeps no other from being rung, is not rung itself, and its members are notified that we do not know', async () => {
    await refuse('dials', `phone_number <> '${SPOILT}'`)
    await lost()
    await pass(2 * MINUTE)
    expect(await statuses(others)).toEqual(['in_progress', 'in_progress', 'in_progress'])
    expect(logged).toMatchObject([{ table: 'calls', id: spoilt }])
    await sql`alter table dials drop constraint spoilt`.execute(care.db)
    await pass(MINUTE)
    expect(ringsAt(SPOILT)).toBe(0)
    const reason = "Something went wrong on our side, and we don't know if we rang."
    expect(await care.call(account, spoilt)).toMatchObject({ status: 'missed', reason })
    expect(care.notified).toMatchObject([
      { subject: expect.stringMatching(/^We don't know how .* to Spoilt Hartley ended$/) },
    ])
    const catchUps = await care.db.selectFrom('calls').select('id').where('catchUpFor', 'is not', null).execute()
    expect(catchUps, 'it may have rung').toEqual([])
    const next = await care.db
      .selectFrom('calls')
      .select('status')
      .where('scheduledFor', '>', care.clock.now())
      .execute()
    expect(next, 'tomorrow').toEqual([{ status: 'scheduled' }])
  })

  test('keeps no other from being rung, and is not rung, where its time cannot be ended either', async () => {
    await refuse('calls', `id <> ${spoilt} or (status = 'scheduled' and dial_by > scheduled_for)`)
    await lost()
    await pass(2 * MINUTE)
    expect(await statuses(others)).toEqual(['in_progress', 'in_progress', 'in_progress'])
    expect(ringsAt(SPOILT)).toBe(0)
  })
})

test('a dial under way that cannot be put in doubt after a fail-over keeps no other call from being rung', async () => {
  const at = new Date(NINE_IN_SYDNEY.getTime() - MINUTE / 2)
  care.clock.set(new Date(at.getTime() - MINUTE / 2))
  const early = await care.aCall(account, {
    lovedOneId: await care.somebodyElse(account, { phoneNumber: '+61491570198' }),
    at,
  })
  care.clock.set(at)
  await care.dispatch()
  expect(await statusOf(early)).toBe('in_progress')
  await refuse('dials', `phone_number <> '+61491570198' or outcome_unknown_since is null`)
  care.clock.set(NINE_IN_SYDNEY)
  await lost()
  await pass(2 * MINUTE)
  expect(await statuses(others)).toEqual(['in_progress', 'in_progress', 'in_progress'])
  expect(logged).toContainEqual(expect.objectContaining({ table: 'dials' }))
})

test('a text that cannot be put in doubt after a fail-over keeps no call from being rung', async () => {
  await care.db
    .insertInto('messages')
    .values({ channel: 'sms', recipient: '+61491570300', text: 'Margaret is well.' })
    .execute()
  await refuse('messages', "recipient <> '+61491570300' or tries = 0")
  await lost()
  await pass(2 * MINUTE)
  expect(await statuses(others)).toEqual(['in_progress', 'in_progress', 'in_progress'])
  expect(logged).toContainEqual(expect.objectContaining({ table: 'messages' }))
})

test('where the database itself refuses, the fail-over is dealt with as a whole, later', async () => {
  await lost()
  await sql`alter table audit_log rename to audit_log_gone`.execute(care.db)
  await expect(noticeFailover(care.db, care.deps)).rejects.toThrow('audit_log')
  await sql`alter table audit_log_gone rename to audit_log`.execute(care.db)
  expect(await statuses(others)).toEqual(['scheduled', 'scheduled', 'scheduled'])
  await pass(2 * MINUTE)
  expect(await statuses(others)).toEqual(['in_progress', 'in_progress', 'in_progress'])
})
