import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { startS3Simulator } from '#simulators/s3/s3-simulator.ts'
import { callViews } from './call-views.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

const KEY = { keyId: 'AKIATEST', secret: 'a secret of the tests', region: 'ap-southeast-2' }

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer()
})
afterAll(() => live.close())

async function aCallTo(phoneNumber: string, { recordCalls, at = live }: { recordCalls: boolean; at?: LiveServer }) {
  const whom = await at.aLovedOneAt(phoneNumber)
  const { db } = at.server
  await db.updateTable('lovedOnes').set({ recordCalls }).where('id', '=', whom.lovedOneId).execute()
  return { account: { id: whom.accountId, mayHear: true }, callId: await at.aCall(whom, new Date(Date.now() + 200)) }
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

test('with a store of recordings: what the provider had of a call is stored there sealed, and nowhere else', async () => {
  const store = await startS3Simulator({ ...KEY, bucket: 'recordings' })
  const stored = await startLiveServer(
    {},
    {},
    {
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      RECORDINGS_S3_URL: store.url,
      RECORDINGS_S3_REGION: KEY.region,
      RECORDINGS_S3_KEY_ID: KEY.keyId,
      RECORDINGS_S3_SECRET: KEY.secret,
    },
  )
  onTestFinished(async () => {
    await stored.close()
    await store.close()
  })
  const { db } = stored.server
  await aCallTo('+61491570156', { recordCalls: true, at: stored })
  await stored.everyCallEnded(20_000)
  await expect.poll(() => store.objects.size, { timeout: 15_000 }).toBe(1)
  await expect.poll(() => stored.simulator.recordings(), { timeout: 10_000 }).toEqual([])
  const row = await db.selectFrom('recordings').selectAll().executeTakeFirstOrThrow()
  const [[key, object] = ['', Buffer.alloc(0)]] = store.objects
  expect(row).toMatchObject({ sound: null, soundKey: key, contentType: 'audio/wav' })
  expect(object.includes('RIFF')).toBe(false)
  // The loved one goes, and with the next round the object.
  await db.deleteFrom('lovedOnes').execute()
  await expect.poll(() => db.selectFrom('recordingDeletions').select('soundKey').execute()).toEqual([{ soundKey: key }])
})
