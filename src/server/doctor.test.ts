import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#server/platform/environment/env.ts'
import { startS3Simulator } from '#simulators/s3/s3-simulator.ts'
import { startTwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { testDatabase } from '#test/database.ts'
import { makeFolderInMemory } from '#test/folder-in-memory.ts'
import { COOEES_NUMBER, startLiveServer } from '#test/live-server.ts'
import { examine, type Finding } from './doctor.ts'
import { createSealing } from './platform/sealing/sealing.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const ACCOUNT = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'a secret of the tests' }

async function aDataDir(): Promise<string> {
  const dataDir = await makeFolderInMemory('cooee-doctor-')
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}

const about = (findings: Finding[], subject: string) => findings.find((finding) => finding.about === subject)

test('the doctor confirms a Cooee that works, and changes and rings nothing', async () => {
  const live = await startLiveServer()
  onTestFinished(live.close)
  // The first poll is a moment after the start.
  await expect.poll(async () => (await fetch(`${live.server.address}/api/heartbeat`)).status).toBe(200)
  const findings = await examine({
    env: readEnv({
      ...ACCOUNT,
      TWILIO_PHONE_NUMBER: COOEES_NUMBER,
      TWILIO_API_BASE_URL: live.simulator.url,
      PUBLIC_URL: live.server.address ?? '',
      BILLING: 'off',
    }),
    databaseUrl: live.databaseUrl,
    dataDir: await aDataDir(),
    migrationsDirectory: MIGRATIONS,
  })
  // There is no mail server for real phones.
  expect(findings.filter(({ verdict }) => verdict === 'wrong').map(({ about }) => about)).toEqual(['mail'])
  for (const subject of ['database', 'clock', 'calls', 'public address', 'phones', 'cards']) {
    expect(about(findings, subject)).toMatchObject({ verdict: 'ok' })
  }
  expect(about(findings, 'settings')?.words).toContain('SMTP_URL is not set')
  expect(about(findings, 'libraries')).toMatchObject({
    verdict: 'advice',
    words: expect.stringMatching(/^Warning: .*get no security updates\. (Install )?PostgreSQL 18 of this system/),
  })
})

test('each thing that is wrong is named with what to do', async () => {
  const simulator = await startTwilioSimulator({
    accountSid: ACCOUNT.TWILIO_ACCOUNT_SID,
    authToken: ACCOUNT.TWILIO_AUTH_TOKEN,
    numbers: [COOEES_NUMBER],
  })
  onTestFinished(() => simulator.close())
  const database = await testDatabase()
  onTestFinished(database.close)
  await database.db.deleteFrom('dispatcherHeartbeats').execute()
  const patient = {
    databaseUrl: database.url,
    dataDir: await aDataDir(),
    migrationsDirectory: MIGRATIONS,
  }
  const nowhere = 'http://127.0.0.1:1'
  const unwell = await examine({
    ...patient,
    env: readEnv({
      ...ACCOUNT,
      TWILIO_PHONE_NUMBER: '+61255509999',
      TWILIO_API_BASE_URL: simulator.url,
      PUBLIC_URL: nowhere,
      PORT: '2',
      SMTP_URL: 'smtp://127.0.0.1:1',
      FALLBACK_URL: `${nowhere}/twiml/EH1`,
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE_URL: nowhere,
    }),
  })
  for (const subject of ['calls', 'public address', 'mail', 'phones', 'fallback', 'cards']) {
    expect(about(unwell, subject)).toMatchObject({ verdict: 'wrong' })
  }
  expect(about(unwell, 'public address')?.words).toMatch(/^Cooee is not running here: nothing answers on port 2\./)
  expect(about(unwell, 'encryption')).toMatchObject({ verdict: 'advice' })
  expect(about(unwell, 'phones')?.words).toContain('not a number of its account')

  const noDatabase = await examine({ ...patient, databaseUrl: 'postgres://x@127.0.0.1:1/x', env: readEnv({}) })
  expect(about(noDatabase, 'database')).toMatchObject({ verdict: 'wrong' })
})

test('a key that is missing is named before anybody misses what it opens', async () => {
  const database = await testDatabase()
  onTestFinished(database.close)
  const patient = { databaseUrl: database.url, dataDir: await aDataDir(), migrationsDirectory: MIGRATIONS }
  const key = { ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') }
  const { ENCRYPTION_KEY: current } = readEnv(key)
  const sealing = createSealing({ current }, { error: () => {} })
  await database.db
    .insertInto('webhooks')
    .values({ name: 'Roster', url: 'https://example.com', events: ['call.completed'], secret: null })
    .execute()
  const { id } = await database.db.selectFrom('webhooks').select('id').executeTakeFirstOrThrow()
  const { value, sealedWith } = sealing.sealText('webhooks.secret', { id }, 'a secret')
  await database.db.updateTable('webhooks').set({ secret: value, sealedWith }).execute()
  const withIt = await examine({ ...patient, env: readEnv(key) })
  expect(about(withIt, 'encryption')).toMatchObject({ verdict: 'ok' })
  const without = await examine({ ...patient, env: readEnv({}) })
  expect(about(without, 'encryption')).toMatchObject({
    verdict: 'wrong',
    words: expect.stringContaining(String(sealing.keyId)),
  })
})

test('a store of recordings is asked whether it accepts the key, and is missed where recordings are stored in it', async () => {
  const database = await testDatabase()
  onTestFinished(database.close)
  const key = { keyId: 'AKIATEST', secret: 'a secret', region: 'ap-southeast-2' }
  const simulator = await startS3Simulator({ ...key, bucket: 'recordings' })
  onTestFinished(() => simulator.close())
  const patient = { databaseUrl: database.url, dataDir: await aDataDir(), migrationsDirectory: MIGRATIONS }
  const store = {
    ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    RECORDINGS_S3_URL: simulator.url,
    RECORDINGS_S3_REGION: key.region,
    RECORDINGS_S3_KEY_ID: key.keyId,
    RECORDINGS_S3_SECRET: key.secret,
  }
  const judged = async (env: Record<string, string>) =>
    about(await examine({ ...patient, env: readEnv(env) }), 'recordings')
  expect(await judged(store)).toMatchObject({ verdict: 'ok', words: 'The store of recordings accepts the key.' })
  expect(await judged({ ...store, RECORDINGS_S3_SECRET: 'another' })).toMatchObject({
    verdict: 'wrong',
    words: expect.stringContaining('SignatureDoesNotMatch'),
  })
  simulator.refusesDeletions = true
  expect(await judged(store)).toMatchObject({ verdict: 'wrong', words: expect.stringContaining('s3:DeleteObject') })
  expect(await judged({})).toMatchObject({ verdict: 'ok' })
  const toDelete = { soundKey: '7-a', deleteAt: new Date() }
  await database.db.insertInto('recordingDeletions').values(toDelete).execute()
  expect(await judged({})).toMatchObject({ verdict: 'wrong', words: expect.stringContaining('RECORDINGS_S3_URL') })
  expect(simulator.objects.size).toBe(0)
})

test('a database of whose fail-over nothing would be seen is named', async () => {
  const database = await testDatabase()
  onTestFinished(database.close)
  const asked = async () => {
    const env = readEnv({ DATABASE_URL: 'postgres://cooee@db.example/cooee' })
    const patient = { env, databaseUrl: database.url, dataDir: await aDataDir(), migrationsDirectory: MIGRATIONS }
    return about(await examine(patient), 'fail-over')
  }
  expect(await asked()).toMatchObject({ verdict: 'ok' })
  await sql`create or replace function database_timeline() returns text language sql as 'select null::text'`.execute(
    database.db,
  )
  expect(await asked()).toMatchObject({ verdict: 'advice', words: expect.stringContaining('not noticed') })
})
