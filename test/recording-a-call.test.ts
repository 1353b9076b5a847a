import { afterAll, beforeAll, expect, test } from 'vitest'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { callViews } from './call-views.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer()
})
afterAll(() => live.close())

async function aCallTo(phoneNumber: string, { recordCalls }: { recordCalls: boolean }) {
  const whom = await live.aLovedOneAt(phoneNumber)
  const { db } = live.server
  await db.updateTable('lovedOnes').set({ recordCalls }).where('id', '=', whom.lovedOneId).execute()
  return { account: { id: whom.accountId, mayHear: true }, callId: await live.aCall(whom, new Date(Date.now() + 200)) }
}

test('with the sandbox: a call is recorded, announced, fetched, and gone from the provider; a call without recording is not', async () => {
  const { db } = live.server
  const recorded = await aCallTo('+61491570156', { recordCalls: true })
  const plain = await aCallTo('+61491570157', { recordCalls: false })
  await live.everyCallEnded(20_000)

  const theRecorded = () => findCall(callViews(db), recorded.account, recorded.callId)
  await expect.poll(async () => (await theRecorded()).recording, { timeout: 10_000 }).not.toBeNull()
  await expect.poll(() => live.simulator.recordings(), { timeout: 10_000 }).toEqual([])
  const stored = () => db.selectFrom('recordings').selectAll().executeTakeFirstOrThrow()
  await expect.poll(async () => (await stored()).deletedAtProviderAt, { timeout: 10_000 }).not.toBeNull()
  expect((await stored()).sound?.subarray(0, 4).toString()).toBe('RIFF')

  const said = (number: string) => JSON.stringify(live.simulator.callsTo(number).flatMap(({ turns }) => turns))
  expect(said('+61491570156').match(/This call is recorded for your family/g)).toHaveLength(1)
  expect(said('+61491570157')).not.toContain('recorded')
  expect(await findCall(callViews(db), plain.account, plain.callId)).toMatchObject({
    status: 'completed',
    recording: null,
  })
})
