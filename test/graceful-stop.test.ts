import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import twilio from 'twilio'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from './database.ts'
import { aFreePort } from './free-port.ts'

const START = join(import.meta.dirname, '../src/server/start.ts')
const AUTH_TOKEN = 'a secret of the tests'

/** A web process as an operator starts it, and where it listens. */
async function aWebProcess(databaseUrl: string) {
  const localPort = await aFreePort()
  const child = spawn('node', ['--disable-warning=ExperimentalWarning', START, '--role=web'], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      CONSENT: 'attested',
      LOCAL_PORT: String(localPort),
      PUBLIC_URL: 'https://cooee.example',
      TWILIO_ACCOUNT_SID: `AC${'0'.repeat(32)}`,
      TWILIO_AUTH_TOKEN: AUTH_TOKEN,
      TWILIO_PHONE_NUMBER: '+61255501234',
      BILLING: 'off',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  const listening = Promise.withResolvers<string>()
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
    const addresses = [...output.matchAll(/Server listening at (http:\/\/127\.0\.0\.1:\d+)/g)].map(
      ([, address]) => address,
    )
    const address = addresses.find((one) => one !== `http://127.0.0.1:${localPort}`)
    if (address) listening.resolve(address)
  })
  child.once('exit', (code) => listening.reject(new Error(`The server ended with ${code}: ${output}`)))
  return { child, address: await listening.promise }
}

test('a server that is asked to stop answers the callback under way, stores its event, and only then ends', async () => {
  const database = await testDatabase()
  onTestFinished(database.close)
  const { child, address } = await aWebProcess(database.url)
  const form = { From: '+61491570156', To: '+61255501234', Body: 'Is this Cooee?', MessageSid: `SM${'7'.repeat(32)}` }
  const path = '/api/twilio/inbound/text'
  const held = Promise.withResolvers<void>()
  const holding = Promise.withResolvers<void>()
  const lock = database.db.transaction().execute(async (trx) => {
    await sql`lock table inbound_texts in exclusive mode`.execute(trx)
    holding.resolve()
    await held.promise
  })
  await holding.promise
  const callback = fetch(address + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-twilio-signature': twilio.getExpectedTwilioSignature(AUTH_TOKEN, `https://cooee.example${path}`, form),
    },
    body: new URLSearchParams(form),
  })
  await expect.poll(() => waitingForALock(database.db)).toBe(1)

  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await expect
    .poll(() =>
      fetch(`${address}/api/health`).then(
        (answer) => answer.status,
        () => 'refused',
      ),
    )
    .toBe('refused')
  expect(child.exitCode).toBeNull()
  held.resolve()
  await lock

  const answer = await callback
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('<Response')
  expect(await ended).toEqual([0, null])
  const stored = await database.db.selectFrom('inboundTexts').select('text').execute()
  expect(stored).toEqual([{ text: 'Is this Cooee?' }])
})

async function waitingForALock(db: Awaited<ReturnType<typeof testDatabase>>['db']): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.waiting ?? 0
}
