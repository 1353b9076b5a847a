import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import { seededRandom } from '#simulators/twilio/hostility.ts'
import type { TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { registerAccount } from '../e2e/account.ts'
import { startPhones } from '../e2e/phones.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { aFreePort } from './free-port.ts'
import { balance, type Machine, startMachine, theNextRelease } from './machines.ts'

const CALLS = 60
/** The calls are due over so many seconds. */
const OVER_SECONDS = 4
/** Without callbacks the provider is asked 15 seconds after a dial, and then at growing distances. */
const SETTLED_WITHIN_SECONDS = 150
/** KILL_SEED repeats the moments of a run that failed. */
const seed = Number(process.env.KILL_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Phones that answer and press 1: no ending up to 45, which the sandbox gives a behaviour, and none from 91 on. */
const number = (index: number) => `+61491570${1 + Math.floor(index / 40)}${46 + (index % 40)}`

/** The next release waits in its migration until the gate is open, and then locks the table of calls for some seconds. */
const GATE = 20_260_115
const NEXT_MIGRATION = {
  name: '9999_the_next_release.sql',
  sql: `select pg_advisory_xact_lock(${GATE});
    alter table calls add column of_the_next_release text;
    select pg_sleep(0.5);`,
}

async function theGate({ url }: TestDatabase) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`select pg_advisory_lock(${GATE})`)
  return {
    isReached: async () => {
      const { rows } = await client.query(`select from pg_stat_activity
        where application_name = 'cooee migrations' and wait_event = 'advisory' and datname = current_database()`)
      return rows.length > 0
    },
    open: () => client.query(`select pg_advisory_unlock(${GATE})`),
    close: () => client.end(),
  }
}

/** Listens as a screen does, and counts the notifications that calls have changed. */
async function listenTo({ url }: Machine, token: string) {
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const { body } = await fetch(`${url}/api/changes`, { headers, signal: leaving.signal })
  let notified = 0
  const reading = (async () => {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      notified += part.split('event: changed').length - 1
    }
  })().catch(() => {})
  return {
    notified: () => notified,
    async leave() {
      leaving.abort()
      await reading
    },
  }
}

/** Two web processes behind a balancer, three workers, the provider, and the next release at hand. */
async function aFleet() {
  const database = await testDatabase()
  const phones = await startPhones({ ringSeconds: 0.4 })
  const webs: Machine[] = []
  const workers: Machine[] = []
  const balancer = await balance(await aFreePort(), () => webs.map(({ url }) => url))
  const release = theNextRelease(NEXT_MIGRATION)
  const gate = await theGate(database)
  onTestFinished(async () => {
    await gate.close()
    await Promise.all([...webs, ...workers].map((machine) => machine.stop()))
    balancer.close()
    release.remove()
    await phones.close()
    await database.close()
  })
  const settings = {
    ...phones.env,
    DATABASE_URL: database.url,
    DATABASE_POOL_SIZE: '8',
    PUBLIC_URL: balancer.url,
    CALLS_PER_SECOND: '20',
    RETRY_DELAY_SECONDS: '1',
  }
  const start = async (role: Machine['role'], folder?: string): Promise<Machine> => {
    const machine = await startMachine(role, settings, folder)
    if (role === 'web') webs.push(machine)
    else workers.push(machine)
    return machine
  }
  for (const role of ['web', 'web', 'worker', 'worker', 'worker'] as const) await start(role)
  await Promise.all([...webs, ...workers].map((machine) => machine.ready()))
  return {
    db: database.db,
    simulator: phones.simulator,
    webs,
    workers,
    balancer,
    gate,
    startWorker: () => start('worker'),
    startNextRelease: () => start('worker', release.folder),
  }
}

/** Each ring belongs to one attempt, and each attempt that was placed rang once. */
async function expectOneRingForEachAttempt(db: Db, simulator: TwilioSimulator): Promise<void> {
  const attempts = await db
    .selectFrom('attempts')
    .select(['callId', 'attemptNumber', 'state', 'providerCallId'])
    .where('state', '<>', 'not_placed')
    .execute()
  expect(attempts.map(({ state }) => state)).toEqual(Array(attempts.length).fill('ended'))
  const rung = simulator.calls().map(({ sid }) => sid)
  expect(attempts.map(({ providerCallId }) => providerCallId).toSorted()).toEqual(rung.toSorted())
  expect(new Set(attempts.map(({ callId, attemptNumber }) => `${callId} ${attemptNumber}`)).size).toBe(attempts.length)
}

test(`two web processes and three workers share a database; one of each is killed and the next release migrates it while sixty calls leave (seed ${seed})`, {
  timeout: 400_000,
}, async () => {
  const random = seededRandom(seed)
  const pick = (count: number) => Math.floor(random() * count)
  const [worker, web] = [pick(3), pick(2)]
  const moments = { worker: 3 + pick(20), web: 3 + pick(40), migration: 10 + pick(30) }
  console.log(
    `Killed: worker ${worker} at call ${moments.worker}, web process ${web} at call ${moments.web}; migrated at call ${moments.migration}`,
  )

  const { db, simulator, webs, workers, balancer, gate, startWorker, startNextRelease } = await aFleet()
  const account = await registerAccount(balancer.url)
  const survivor = webs[1 - web]
  if (!survivor) throw new Error('There are two web processes')
  const screen = await listenTo(survivor, account.token)
  const people = await Promise.all(
    Array.from({ length: CALLS }, (_, index) =>
      account.addLovedOne({ name: `Person ${index}`, phoneNumber: number(index) }),
    ),
  )
  const nextRelease = await startNextRelease()
  await waitUntil('the next release is about to migrate', gate.isReached, { seconds: 120, everyMs: 20 })
  const from = Date.now() + 3_000
  const calls = await Promise.all(
    people.map((lovedOneId, index) =>
      account.schedule({
        lovedOneId,
        scheduledTime: new Date(from + (index / CALLS) * OVER_SECONDS * 1000).toISOString(),
      }),
    ),
  )

  const rings = (count: number) => () => simulator.calls().length >= count
  const onceRinging = async (count: number, act: () => Promise<unknown> | undefined) => {
    await waitUntil(`${count} phones have rung`, rings(count), { seconds: 60, everyMs: 2 })
    await act()
  }
  await Promise.all([
    onceRinging(moments.worker, () => workers[worker]?.kill9()),
    onceRinging(moments.web, () => webs[web]?.kill9()),
    onceRinging(moments.migration, () => gate.open()),
  ])
  await nextRelease.ready()

  // Asked through the processes that still run.
  const ended = await waitUntil(
    'all calls have ended',
    async () => {
      const history = await account.history()
      return history.length === CALLS && history
    },
    { seconds: SETTLED_WITHIN_SECONDS, everyMs: 500 },
  )
  expect(ended.map(({ status }) => status)).toEqual(Array(CALLS).fill('completed'))
  expect(ended.map(({ id }) => id).toSorted()).toEqual(calls.map(({ id }) => id).toSorted())
  expect(await account.upcoming()).toEqual([])

  await expectOneRingForEachAttempt(db, simulator)

  // The table has changed under the running processes, and one of the old release that starts now fails with the reason.
  const { rows } = await sql`
    select from information_schema.columns where column_name = 'of_the_next_release'`.execute(db)
  expect(rows).toHaveLength(1)
  const tooOld = await startWorker()
  expect(await tooOld.ended()).toBe(1)
  expect(tooOld.output()).toContain('A newer version has been here: start that one.')

  await waitUntil('the web process that is left is ready', async () => (await fetch(`${survivor.url}/api/ready`)).ok)
  await waitUntil('calls are being placed', async () => (await fetch(`${balancer.url}/api/heartbeat`)).ok)
  expect(screen.notified()).toBeGreaterThan(0)
  await screen.leave()
  for (const answered of balancer.answered()) expect(answered).toBeGreaterThan(0)
})
