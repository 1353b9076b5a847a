import { mkdirSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { databaseOutage } from '#server/platform/database/connection/database-outage.ts'
import {
  type EmbeddedPostgres,
  reachableDataDir,
  startEmbeddedPostgres,
} from '#server/platform/database/embedded-postgres.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { type Env, readEnv } from '#server/platform/environment/env.ts'
import { envWarnings } from '#server/platform/environment/env-warnings.ts'
import { projectRoot } from '#server/platform/environment/project-root.ts'
import { createLogger } from '#server/platform/health/logger.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import { stripePayments } from './adapters/payments/stripe/stripe-payments.ts'
import { ROLES, type Role } from './composition/server-config.ts'
import { addDemoAccounts } from './demo.ts'
import { DIAL_TIMING } from './features/dialling/public.ts'
import { type Server, startServer } from './main.ts'
import { ownNumbersOf, realPhones } from './real-phones.ts'
import {
  type CardSandbox,
  type PhoneSandbox,
  startCardSandbox,
  startPhoneSandbox,
  startSandboxForecast,
} from './sandbox.ts'

// What `npm start` runs: the embedded PostgreSQL and the sandboxes where nothing else is configured, then the server.
const ROOT = projectRoot()
const running: {
  postgres?: EmbeddedPostgres
  phones?: PhoneSandbox
  cards?: CardSandbox
  model?: { url: string; close(): Promise<void> }
  weather?: { url: string; close(): Promise<void> }
  server?: Server
} = {}

/** A provider that does not answer, or a request that does not end, must not keep the process from ending. */
const STOP_WITHIN_MS = 15_000
/** One Ctrl-C arrives more than once: from the terminal, and passed on by npm. */
const SAME_CTRL_C_MS = 1_000

/** As a model writes, in milliseconds. */
const MODEL_PACE = { first: 150, between: 15 }

let stoppingSince: number | undefined
/** Stops everything in good order and ends the process; a part that cannot be stopped does not keep the rest running. */
async function stop(exitCode: number): Promise<void> {
  if (stoppingSince !== undefined) return
  stoppingSince = performance.now()
  setTimeout(() => {
    process.stderr.write(`Cooee did not stop within ${STOP_WITHIN_MS / 1000} seconds and was ended.\n`)
    process.exit(1)
  }, STOP_WITHIN_MS)
  let result = exitCode
  const parts = [
    () => running.server?.stop(),
    () => running.phones?.close(),
    () => running.cards?.close(),
    () => running.model?.close(),
    () => running.weather?.close(),
    () => running.postgres?.stop(),
  ]
  for (const stopPart of parts) {
    try {
      await stopPart()
    } catch (error) {
      process.stderr.write(`Cooee did not stop in good order. ${messageOf(error)}\n`)
      result = 1
    }
  }
  process.exit(result)
}
// Listened for from the beginning: a Ctrl-C during the migrations must not leave the database running.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(0))
process.on('SIGINT', () => {
  // A person who presses it again will not wait. An embedded database that is left running is taken over by the next start.
  if (stoppingSince !== undefined && performance.now() - stoppingSince > SAME_CTRL_C_MS) process.exit(1)
})

try {
  await start()
} catch (error) {
  process.stderr.write(`Cooee cannot start. ${messageOf(error)}\n`)
  await stop(1)
}

async function start(): Promise<void> {
  const env = readEnv(process.env)
  const role = readRole(process.argv.slice(2))
  const outage = databaseOutage()
  const log = createLogger({ level: env.LOG_LEVEL, outage })
  const isSandbox = env.TWILIO_ACCOUNT_SID === undefined
  const hasCardSandbox = env.BILLING && env.STRIPE_SECRET_KEY === undefined
  if (role !== 'all' && (isSandbox || hasCardSandbox || !env.DATABASE_URL)) {
    throw new Error(
      'Several processes need a DATABASE_URL, a phone provider (TWILIO_...) and a card provider (STRIPE_..., or ' +
        'BILLING=off) that they can share.',
    )
  }
  const dataDir = await reachableDataDir(env.DATA_DIR, log)
  mkdirSync(dataDir, { recursive: true })
  if (!env.DATABASE_URL) running.postgres = await startEmbeddedPostgres({ dataDir, log, onMoved: databaseMoved })
  const databaseUrl = env.DATABASE_URL ?? running.postgres?.url ?? ''
  await migrate(env.DATABASE_DIRECT_URL ?? databaseUrl, { directory: join(ROOT, 'migrations'), log })
  if (isSandbox) {
    // Loaded only here: the rest of the server does not know that it talks to a simulator.
    const { startTwilioSimulator } = await import('#simulators/twilio/twilio-simulator.ts')
    running.phones = await startPhoneSandbox(startTwilioSimulator, { dataDir, ringSeconds: env.SANDBOX_RING_SECONDS })
  }
  if (isSandbox && env.CONVERSATION_BASE_URL === undefined) {
    const { startModelSimulator } = await import('#simulators/model/model-simulator.ts')
    running.model = await startModelSimulator({ pace: MODEL_PACE })
  }
  // Made up, so never where a family could take it for true.
  if (isSandbox && env.FORECAST_URL === undefined && env.NODE_ENV !== 'production') {
    const simulator = await import('#simulators/open-meteo/open-meteo-simulator.ts')
    running.weather = await startSandboxForecast(simulator)
  }
  const listening = Promise.withResolvers<string>()
  if (hasCardSandbox) {
    const simulator = await import('#simulators/stripe/stripe-simulator.ts')
    running.cards = await startCardSandbox(simulator, { dataDir, serverAddress: listening.promise })
    // A real provider's prices are the operator's: a start does not create them.
    const prices = await stripePayments(running.cards).setUpPrices({ replaces: true })
    if (prices.kind !== 'done') log.warn(prices, 'Prices of the card sandbox not created')
  }
  running.server = await startServer({
    env,
    role,
    databaseUrl,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    log,
    outage,
    isSandbox,
    ...(running.phones ? { twilio: running.phones } : realPhones(env)),
    ...(running.phones && { dialTiming: { ...DIAL_TIMING, spokenWordMs: running.phones.spokenWordMs } }),
    talkModel: running.model ? { baseUrl: running.model.url, model: 'scripted', apiKey: null } : realModel(env),
    payments: running.cards ?? realCards(env),
    sandboxPhones: running.phones?.phones,
    sandboxCards: running.cards?.cards,
    sandboxForecast: running.weather && { baseUrl: running.weather.url },
    webDirectory: join(ROOT, 'dist/web'),
  })
  if (running.server.address) listening.resolve(reachableFromHere(running.server.address))
  const ownNumbers: OwnNumbers = running.phones ? [running.phones.from] : ownNumbersOf(env)
  const logins = env.DATABASE_URL ? null : await addDemoAccounts(running.server, { env, dataDir, ownNumbers })
  greet(env, role, isSandbox, logins)
  // What was compiled now is ready for the next start, however this one ends.
  flushCompileCache()
}

function databaseMoved(): void {
  process.stderr.write('The database came back on another port, so Cooee stops. Start it again.\n')
  void stop(1)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function readRole(args: string[]): Role {
  const { values } = parseArgs({ args, options: { role: { type: 'string', default: 'all' } } })
  const role = ROLES.find((known) => known === values.role)
  if (!role) throw new Error(`There is no role "${values.role}". Roles are ${ROLES.join(', ')}.`)
  return role
}

/** Also where billing was switched off since: what was subscribed before still ends with its account. */
function realCards({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_API_BASE_URL }: Env) {
  if (STRIPE_SECRET_KEY === undefined) return null
  return { secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET ?? '', baseUrl: STRIPE_API_BASE_URL }
}

/** Null where none is configured: the library is always given an address, or a bare name would reach a hosted gateway. */
function realModel({ CONVERSATION_BASE_URL: baseUrl, CONVERSATION_MODEL: model, CONVERSATION_API_KEY: apiKey }: Env) {
  return baseUrl && model ? { baseUrl, model, apiKey: apiKey ?? null } : null
}

/** The address of all networks cannot be connected to: then this machine's own. */
function reachableFromHere(address: string): string {
  const url = new URL(address)
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (url.hostname === '[::]') url.hostname = '[::1]'
  return url.origin
}

function greet(env: Env, role: Role, isSandbox: boolean, password: string | null): void {
  const lines = ['', role === 'worker' ? 'Cooee is placing calls.' : `Cooee is ready: ${env.PUBLIC_URL}`]
  if (isSandbox) {
    lines.push('Phones are the built-in sandbox: nobody is really called.')
    const local = running.server?.localAddress
    if (local) lines.push(`Answer them yourself, on this machine: ${local.replace('127.0.0.1', 'localhost')}/sandbox`)
  }
  if (running.model)
    lines.push('Talks are with a scripted model: set CONVERSATION_BASE_URL and CONVERSATION_MODEL for a real one.')
  if (running.cards) lines.push('Cards are the built-in sandbox: nobody really pays.')
  if (!env.SMTP_URL) lines.push('Mails are kept in the outbox: set SMTP_URL to send them.')
  if (password) lines.push('', `Demo logins: demo and admin, password ${password}`)
  for (const warning of envWarnings(env)) lines.push('', `WARNING: ${warning}`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}
