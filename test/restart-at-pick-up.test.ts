import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { noCallLimits, scheduleCall } from '#server/features/calls/public.ts'
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
import { insertAccount } from './insert-account.ts'
import { startKillableServer } from './killable-server.ts'
import { aFreePort, COOEES_NUMBER } from './live-server.ts'
import { scriptedJobs } from './scripted-jobs.ts'

const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a secret of the tests' }
const MARGARET = '+61491570110'
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

async function aCallFor(db: Db): Promise<void> {
  const account = {
    username: 'robyn',
    email: 'robyn@example.com',
    verifiedEmail: 'robyn@example.com',
    passwordHash: 'none',
    firstName: 'Robyn',
  }
  const { id: accountId } = await insertAccount(db, account)
  const margaret = { accountId, name: 'Margaret Hartley', phoneNumber: MARGARET, timezone: 'Australia/Sydney' } as const
  const { id } = await db.insertInto('lovedOnes').values(margaret).returning('id').executeTakeFirstOrThrow()
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

/** The product in a process of its own, its provider, and a call to Margaret, who does as given. */
async function aServer(acts: Act[]) {
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
    environment: { FALLBACK_URL: await aTwimlBin(`http://127.0.0.1:${port}`) },
  })
  onTestFinished(() => server.kill9())
  await aCallFor(database.db)
  return { db: database.db, simulator, server }
}

const saidIn = (call: SimulatedCall) => call.turns.flatMap(({ kind, text }) => (kind === 'said' ? [text] : []))
const theCall = (simulator: TwilioSimulator) => simulator.callsTo(MARGARET)[0]
const untilSaid = (simulator: TwilioSimulator, words: string) =>
  waitUntil(`"${words}" is said`, () => {
    const call = theCall(simulator)
    return call && saidIn(call).some((text) => text.includes(words)) && call
  })

/** One ring, one attempt, one end: a person who is well; and nobody heard an error. */
async function expectWellOnce(db: Db, simulator: TwilioSimulator): Promise<string[]> {
  await waitUntil('the call has ended as completed', async () => {
    const call = await db.selectFrom('calls').select('status').executeTakeFirstOrThrow()
    return call.status === 'completed'
  })
  const calls = simulator.callsTo(MARGARET)
  expect(calls).toHaveLength(1)
  expect(await db.selectFrom('attempts').select(['outcome', 'keys']).execute()).toMatchObject([
    { outcome: 'acknowledged', keys: expect.stringMatching(/1$/) },
  ])
  expect(await db.selectFrom('incidents').selectAll().execute()).toEqual([])
  const documents = calls.flatMap(({ requests }) => requests).filter(({ purpose }) => purpose === 'document')
  const fallbacks = documents.filter(({ url }) => url.includes('/twiml/EH1'))
  expect(fallbacks.length).toBeGreaterThan(0)
  // Every failed request was followed by the fallback, which never failed: nobody heard the provider's own error.
  expect(documents.filter(({ statusCode }) => statusCode !== 200)).toHaveLength(fallbacks.length)
  expect(fallbacks.every(({ statusCode }) => statusCode === 200)).toBe(true)
  return calls.flatMap(saidIn)
}

const PRESSES_WHENEVER_ASKED: Act[] = [
  { does: 'says', words: 'Hello?' },
  {
    does: 'repeats',
    acts: [
      { does: 'waits', until: { kind: 'asked' } },
      { does: 'presses', keys: '1' },
    ],
  },
]

test('the server is killed between the ring and the pick-up: one moment, then the question', async () => {
  const { db, simulator, server } = await aServer(PRESSES_WHENEVER_ASKED)
  await waitUntil('the phone rings', () => theCall(simulator)?.status === 'ringing')
  await server.kill9()
  await untilSaid(simulator, 'One moment please')
  await server.restart()
  const said = await expectWellOnce(db, simulator)
  expect(said.find((text) => text !== 'One moment please.')).toMatch(/Margaret, it's Cooee/)
  expect(said.at(-1)).toBe('You pressed 1. Thank you. Goodbye.')
})

test('the server is killed between the question and its answer: one moment, and the question again', async () => {
  const { db, simulator, server } = await aServer(PRESSES_WHENEVER_ASKED)
  await untilSaid(simulator, 'press 1')
  await server.kill9()
  await untilSaid(simulator, 'One moment please')
  await server.restart()
  const said = await expectWellOnce(db, simulator)
  expect(said.filter((text) => text.includes('press 1'))).toHaveLength(2)
  expect(said.at(-1)).toBe('You pressed 1. Thank you. Goodbye.')
})
