import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startTwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { testDatabase } from '#test/database.ts'
import { COOEES_NUMBER, startLiveServer } from '#test/live-server.ts'
import { examine, type Finding } from './doctor.ts'
import { readEnv } from './platform/env.ts'

const MIGRATIONS = join(import.meta.dirname, '../../migrations')
const ACCOUNT = { TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`, TWILIO_AUTH_TOKEN: 'a secret of the tests' }

async function aDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cooee-doctor-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}

const about = (findings: Finding[], subject: string) => findings.find((finding) => finding.about === subject)

test('a Cooee that works is told so, and nothing is changed or rung', async () => {
  const live = await startLiveServer()
  onTestFinished(live.close)
  // The first look is a moment after the start.
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
  expect(findings.filter(({ verdict }) => verdict === 'wrong')).toEqual([])
  for (const subject of ['database', 'clock', 'calls', 'public address', 'phones', 'cards']) {
    expect(about(findings, subject)).toMatchObject({ verdict: 'ok' })
  }
  expect(about(findings, 'settings')?.words).toContain('SMTP_URL is not set')
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
  await database.db.deleteFrom('dispatcherLooks').execute()
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
      SMTP_URL: 'smtp://127.0.0.1:1',
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_BASE_URL: nowhere,
    }),
  })
  for (const subject of ['calls', 'public address', 'mail', 'phones', 'cards']) {
    expect(about(unwell, subject)).toMatchObject({ verdict: 'wrong' })
  }
  expect(about(unwell, 'phones')?.words).toContain('not a number of this account')

  const noDatabase = await examine({ ...patient, databaseUrl: 'postgres://x@127.0.0.1:1/x', env: readEnv({}) })
  expect(about(noDatabase, 'database')).toMatchObject({ verdict: 'wrong' })
})
