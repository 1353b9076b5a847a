import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import type { ServerConfig } from '#server/composition/server-config.ts'
import { noCallLimits, scheduleCall } from '#server/features/calls/public.ts'
import { recordConsent } from '#server/features/consents/public.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import {
  type Act,
  type SimulatedCall,
  startTwilioSimulator,
  type TwilioSimulator,
} from '#simulators/twilio/twilio-simulator.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { testDatabase } from './database.ts'
import { aFreePort } from './free-port.ts'
import { insertAccount } from './insert-account.ts'
import { startKillableServer } from './killable-server.ts'
import { COOEES_NUMBER } from './live-server.ts'
import { scriptedJobs } from './scripted-jobs.ts'

const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a secret of the tests' }
export const MARGARET = '+61491570110'
/** A fifth of real time: long enough on the line for a server to start again. */
const SECOND_MS = 200
const ADDRESS_IN_DOCS = 'https://cooee.example'

/** The text that operators paste at the provider, as the provider would serve it. */
async function aTwimlBin(publicUrl: string): Promise<string> {
  const page = readFileSync(join(import.meta.dirname, '../docs/operators.md'), 'utf8')
  const text = /```xml\n([\s\S]*?)```/.exec(page)?.[1] ?? ''
  const server = createServer((request, response) => {
    const call = new URL(request.url ?? '/', 'http://localhost').searchParams.get('call') ?? ''
    response.writeHead(200, { 'content-type': 'text/xml' })
    response.end(text.replace(ADDRESS_IN_DOCS, publicUrl).replace('{{call}}', call.replaceAll('/', '&#x2F;')))
  })
  const port = await aFreePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${port}/twiml/EH1`
}

async function aCallFor(db: Db, { mayTalk }: { mayTalk: boolean }): Promise<void> {
  const account = {
    username: 'robyn',
    email: 'robyn@example.com',
    verifiedEmail: 'robyn@example.com',
    passwordHash: 'none',
    firstName: 'Robyn',
  }
  const { id: accountId } = await insertAccount(db, account)
  const margaret = { accountId, name: 'Margaret Hartley', phoneNumber: MARGARET, timezone: 'Australia/Sydney' } as const
  const { id } = await db
    .insertInto('lovedOnes')
    .values({ ...margaret, talks: mayTalk })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (mayTalk) {
    const agreed = { accountId, lovedOneId: id, subject: 'conversation', state: 'agreed', how: 'key' } as const
    await db.transaction().execute((trx) => recordConsent(trx, { ...agreed, at: new Date() }))
  }
  await scheduleCall(
    {
      db,
      jobs: scriptedJobs(),
      clock: systemClock,
      plans: noCallLimits,
      callsPerSecond: 1000,
      ownNumbers: ['+61255501234'],
      limits: NO_LIMITS,
    },
    { id: accountId },
    {
      lovedOneId: id,
      callType: 'daily_check_in',
      scheduledTime: new Date().toISOString(),
      recurrencePattern: 'once',
      schedulePatterns: [],
      confirmNight: true,
    },
  )
}

/** The product in a process of its own, its provider, and a call to Margaret, who does as given. With a model her call is a talk. */
export async function aRestartableServer(acts: Act[], { talkModel }: Pick<ServerConfig, 'talkModel'> = {}) {
  const database = await testDatabase()
  onTestFinished(database.close)
  const simulator = await startTwilioSimulator({
    ...TWILIO,
    numbers: [COOEES_NUMBER],
    ringSeconds: 1,
    pace: { secondMilliseconds: SECOND_MS },
  })
  onTestFinished(() => simulator.close())
  simulator.setBehaviour(MARGARET, { kind: 'script', script: { acts, detection: { verdict: 'human', at: 1 } } })
  const port = await aFreePort()
  const server = await startKillableServer({
    port,
    databaseUrl: database.url,
    twilio: { ...TWILIO, from: COOEES_NUMBER, baseUrl: simulator.url },
    dialTiming: {
      reconcileAfterMs: 2_000,
      askAfterBusyMs: 100,
      askAfterSilenceMs: 500,
      firstPollMs: 1_000,
      quietMs: 1_500,
      askAgainMs: 200,
      spokenWordMs: 50,
    },
    escalation: ESCALATION_TIMING,
    deliveryTimeouts: {
      claimMs: { email: 2_000, sms: 2_000 },
      withoutJobAfterMs: { email: 500, sms: 500 },
    },
    talkModel,
    environment: { FALLBACK_URL: await aTwimlBin(`http://127.0.0.1:${port}`) },
  })
  onTestFinished(() => server.kill9())
  await aCallFor(database.db, { mayTalk: talkModel !== undefined })
  return { db: database.db, simulator, server }
}

/** What Cooee said in a call. */
export const saidIn = (call: SimulatedCall) => call.turns.flatMap(({ kind, text }) => (kind === 'said' ? [text] : []))
/** The first call to Margaret. */
export const theCall = (simulator: TwilioSimulator) => simulator.callsTo(MARGARET)[0]
/** Waits until Cooee has said this to her. */
export const untilSaid = (simulator: TwilioSimulator, words: string) =>
  waitUntil(`"${words}" is said`, () => {
    const call = theCall(simulator)
    return call && saidIn(call).some((text) => text.includes(words)) && call
  })
