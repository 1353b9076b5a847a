import { afterAll, beforeAll, expect, test } from 'vitest'
import { waitUntil } from '../e2e/wait-until.ts'
import { laggingStandby } from './lagging-standby.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

const SECOND = 1_000
/** They press 1. */
const [ANSWERED, UNTOUCHED, LATER] = ['+61491570110', '+61491570111', '+61491570210'] as const

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer()
})
afterAll(() => live.close())

const rings = (phone: string) => live.simulator.callsTo(phone).length
const callTo = (phone: string) =>
  live.server.db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['status', 'reason'])
    .where('lovedOnes.phoneNumber', '=', phone)
    .where('catchUpFor', 'is', null)
    .executeTakeFirst()
    // While no database is there.
    .catch(() => undefined)
const isOver = (phone: string) => async () => {
  const call = await callTo(phone)
  return call && ['completed', 'missed', 'failed'].includes(call.status) && call
}

test('the whole product goes on from a standby that lagged: nobody is rung twice, and nobody is left out', async () => {
  const people = new Map<string, Awaited<ReturnType<LiveServer['aLovedOneAt']>>>()
  for (const phone of [ANSWERED, UNTOUCHED, LATER]) people.set(phone, await live.aLovedOneAt(phone))
  const book = (phone: string, inMs: number) => {
    const whom = people.get(phone)
    if (!whom) throw new Error('Nobody')
    return live.aCall(whom, new Date(Date.now() + inMs))
  }
  await book(ANSWERED, 3 * SECOND)
  await book(LATER, 30 * SECOND)
  const standby = await laggingStandby(live.databaseUrl)
  const before = await waitUntil('1 was pressed', isOver(ANSWERED), { seconds: 60 })
  expect(before).toMatchObject({ status: 'completed' })
  await standby.promote()

  const after = await waitUntil('the provider was asked', isOver(ANSWERED), { seconds: 60 })
  expect(after).toMatchObject({
    status: 'missed',
    reason: 'We rang, but lost what happened when something went wrong on our side. Please ring Margaret.',
  })
  await book(UNTOUCHED, SECOND)
  expect(await waitUntil('the next call is over', isOver(UNTOUCHED), { seconds: 60 })).toMatchObject({
    status: 'completed',
  })
  expect(await waitUntil('a call that was booked before is over', isOver(LATER), { seconds: 120 })).toMatchObject({
    status: 'completed',
  })
  expect([ANSWERED, UNTOUCHED, LATER].map(rings)).toEqual([1, 1, 1])
  const noted = await live.server.db
    .selectFrom('auditLog')
    .select('action')
    .where('action', '=', 'database.failed_over')
    .execute()
  expect(noted).toHaveLength(1)
}, 300_000)
