import { createServer } from 'node:net'
import pino from 'pino'
import { ESCALATION_TIMING, type EscalationTiming } from '#core/escalation/ladder/escalation-timing.ts'
import { outboxMail } from '#server/adapters/mail/outbox-mail.ts'
import type { ServerConfig } from '#server/composition/server-config.ts'
import { DIAL_TIMING } from '#server/features/dialling/public.ts'
import { startServer } from '#server/main.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import { realPhones } from '#server/real-phones.ts'
import { startPhoneSandbox } from '#server/sandbox.ts'
import { startTwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import type { DrillDatabase } from './drill-database.ts'

/** A Cooee for the time of a drill. */
export interface DrilledServer {
  /** Where it listens on this machine. */
  address: string
  /** What the phone provider calls back. */
  publicUrl: string
  stop(): Promise<void>
}

const DAY_MS = 24 * 3_600_000
/** The first notification goes out; no alert rings while the next situation is announced. */
const NOBODY_IS_RUNG: EscalationTiming = {
  ...ESCALATION_TIMING,
  afterTextMs: DAY_MS,
  afterTextHelpMs: DAY_MS,
  ringMemberHelpMs: DAY_MS,
}
/** What a drill needs otherwise than the operator's settings have it, which may name the database of real people. */
const OWN_SETTINGS = {
  DATABASE_URL: '',
  LOCAL_PORT: '0',
  // A script elsewhere would lead back to the Cooee of every day.
  FALLBACK_URL: '',
  BILLING: 'off',
  EMAIL_VERIFICATION: 'off',
  CONSENT: 'attested',
  RETRY_ATTEMPTS: '0',
  ENCRYPTION_KEY: '',
  ENCRYPTION_KEYS_OLD: '',
  STRIPE_SECRET_KEY: '',
  STRIPE_WEBHOOK_SECRET: '',
}

type Phones = Pick<ServerConfig, 'twilio' | 'messaging' | 'isSandbox' | 'dialTiming'>

/** Starts a Cooee with the operator's phone provider. Mails stay in its database; texts are sent. */
export function startWithRealPhones(database: DrillDatabase, settings: Record<string, string | undefined>) {
  const env = readEnv({ ...settings, ...OWN_SETTINGS })
  if (env.TWILIO_ACCOUNT_SID === undefined) {
    throw new Error('There are no keys of a phone provider (TWILIO_…). Set them, or play with --sandbox.')
  }
  return start(database, env, { ...realPhones(env), isSandbox: false })
}

/** Starts a Cooee with the phones of the sandbox: nobody is really called. */
export async function startWithSandbox(database: DrillDatabase): Promise<DrilledServer> {
  const port = String(await aFreePort())
  const env = readEnv({ ...OWN_SETTINGS, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}`, LOG_LEVEL: 'fatal' })
  const sandbox = await startPhoneSandbox(startTwilioSimulator, { dataDir: database.dataDir, ringSeconds: 0 })
  const dialTiming = { ...DIAL_TIMING, spokenWordMs: sandbox.spokenWordMs }
  try {
    const server = await start(database, env, { twilio: sandbox, isSandbox: true, dialTiming })
    return {
      ...server,
      async stop() {
        await server.stop()
        await sandbox.close()
      },
    }
  } catch (error) {
    await sandbox.close()
    throw error
  }
}

async function start(database: DrillDatabase, env: ReturnType<typeof readEnv>, phones: Phones): Promise<DrilledServer> {
  const server = await startServer({
    ...phones,
    env,
    role: 'all',
    databaseUrl: database.url,
    payments: null,
    escalation: NOBODY_IS_RUNG,
    mail: outboxMail(),
    log: pino({ level: env.LOG_LEVEL === 'info' ? 'warn' : env.LOG_LEVEL }, pino.destination(2)),
  })
  const url = new URL(server.address ?? env.PUBLIC_URL)
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1'
  return { address: url.origin, publicUrl: env.PUBLIC_URL, stop: () => server.stop() }
}

/** The address must be known before the server listens: it is given to the provider. */
async function aFreePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}
