import { writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { seededRandom } from '#simulators/twilio/hostility.ts'
import { distribution } from '../../bench/distribution.ts'
import { type Cluster, startCluster } from '../../bench/throw-away-cluster.ts'
import { aFreePort } from '../free-port.ts'
import { startKillableServer } from '../killable-server.ts'
import { scriptedJobs } from '../scripted-jobs.ts'
import { bookLoad } from './book-load.ts'
import { openFrontDoor } from './front-door.ts'
import { brokenUnderLoad } from './judge-load.ts'
import { killRepeatedly } from './kill-repeatedly.ts'
import { startLoadPhones } from './load-phones.ts'
import { readLoad, whatIsOpen } from './read-load.ts'

// The product as it runs: two processes and a PostgreSQL with its ordinary settings, killed with kill -9 under load.
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '20000' },
    /** A file for what was seen and recorded, of the last run that broke a promise. */
    dump: { type: 'string' },
    'a-second': { type: 'string', default: '60' },
    'kill-every': { type: 'string', default: '20' },
    minutes: { type: 'string' },
    runs: { type: 'string' },
    seed: { type: 'string' },
  },
})
const count = Number(values.calls)
const aSecond = Number(values['a-second'])
const runs = Number(values.runs ?? (values.minutes === undefined ? 1 : Number.POSITIVE_INFINITY))
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000
const first = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
const RETRIES = 2
const RETRY_SECONDS = 10
/** So long after anything has ended, something else has: a claim of a dead process is taken over, and each contact has answered. */
const PATIENCE_MS = 15 * 60_000
/**
 * Longer than a run takes. Somebody who took an incident is asked again after half an hour, and so are those who could not be
 * reached: in a long run some step would always be ahead, and what is compared in the end would still change.
 */
const NEVER_MS = 24 * 3_600_000
/** How much faster than on average calls may leave: what waited while a killed process started has left a minute later. */
const FASTER = 1.6
/** How long the first call is due after the booking began, for each thousand of calls. */
const LEAD_MS = 600

const sums = { calls: 0, rings: 0, completed: 0, incidents: 0, kills: 0, databaseKills: 0, lostRequests: 0 }
let brokenRuns = 0
const began = performance.now()
for (let run = 0; run < runs && performance.now() < until; run++) await live((first + run) % 2 ** 31)
const seconds = (performance.now() - began) / 1000
console.log('In all:', sums)
console.log(`${sums.calls} calls in ${seconds.toFixed(1)} s: ${(sums.calls / seconds).toFixed(1)} a second.`)
console.log(brokenRuns === 0 ? 'The promise was kept.' : `The promise was broken in ${brokenRuns} runs.`)
process.exitCode = brokenRuns === 0 ? 0 : 1

async function live(seed: number): Promise<void> {
  const cluster = await startCluster()
  try {
    await liveOn(cluster, seed)
  } finally {
    await cluster.stop()
  }
}

async function liveOn(cluster: Cluster, seed: number): Promise<void> {
  const databaseUrl = await cluster.newDatabase()
  const db = openDatabase(databaseUrl, { poolSize: 2 })
  const phones = await startLoadPhones(seed)
  const { servers, doors } = await startServers(databaseUrl, phones.settings)
  try {
    const due = new Date(Date.now() + 5_000 + (count / 1000) * LEAD_MS)
    const promised = { count, due: due.getTime(), aMinute: Math.round(60 * aSecond), retries: RETRIES }
    await bookLoad(db, scriptedJobs(), { ...promised, due })
    if (Date.now() > due.getTime()) throw new Error('The calls were not booked before they were due')
    const last = promised.due + (count / aSecond) * 1000
    const kills = killRepeatedly(servers, db, {
      everyMs: Number(values['kill-every']) * 1000,
      random: seededRandom(seed),
    })
    while (Date.now() < last) await pause(1_000)
    await kills.stop()
    const open = await untilNothingIsOpen()
    const [seen, records] = [await phones.seen(), await readLoad(db)]
    const broken = [...open, ...brokenUnderLoad(promised, seen, records)]
    const completed = records.calls.filter(({ status }) => status === 'completed').length
    const catchUps = records.calls.filter(({ isCatchUp }) => isCatchUp).length
    const incidents = new Set(records.causes.map(({ incidentId }) => incidentId)).size
    const waits = distribution(seen.rings.flatMap(({ firstWordMs }) => (firstWordMs === null ? [] : [firstWordMs])))
    const lost = seen.rings.reduce((sum, { lostRequests }) => sum + lostRequests, 0)
    sums.calls += count
    sums.rings += seen.rings.length
    sums.completed += completed
    sums.incidents += incidents
    sums.kills += kills.processes
    sums.databaseKills += kills.databases
    sums.lostRequests += lost
    if (broken.length > 0) brokenRuns += 1
    console.log(
      `${broken.length === 0 ? 'kept  ' : 'BROKEN'} seed ${seed}: calls ${count}, rings ${seen.rings.length}, completed ${completed}, ` +
        `catch-ups ${catchUps}, incidents ${incidents}, texts ${seen.texts.length}, kills ${kills.processes}, kills of PostgreSQL ${kills.databases}, ` +
        `requests of phones lost ${lost}, first word after ${waits.p50} ms (p99 ${waits.p99}, at most ${waits.max}), ended ${Math.round((Date.now() - last) / 1000)} s after the last call`,
    )
    if (values.dump !== undefined && broken.length > 0) {
      writeFileSync(values.dump, JSON.stringify({ seen, records, broken }))
    }
    for (const sentence of broken.slice(0, 20)) console.log(`       ${sentence}`)
    if (broken.length > 20) console.log(`       and ${broken.length - 20} more`)
  } finally {
    for (const server of servers) await server.kill9()
    for (const door of doors) door.close()
    await phones.stop()
    await db.destroy()
  }

  async function untilNothingIsOpen(): Promise<string[]> {
    let [least, deadline] = [Number.POSITIVE_INFINITY, 0]
    for (;;) {
      const open = Object.entries(await whatIsOpen(db, new Date())).filter(([, left]) => left > 0)
      if (open.length === 0) return []
      const sum = open.reduce((all, [, left]) => all + left, 0)
      if (sum < least) [least, deadline] = [sum, Date.now() + PATIENCE_MS]
      if (Date.now() > deadline) return open.map(([what, left]) => `${left} ${what} are still open`)
      await pause(2_000)
    }
  }
}

/** Two behind one address, and behind another for what the first does not answer. */
async function startServers(databaseUrl: string, phones: Parameters<typeof startKillableServer>[0]['twilio']) {
  const ports = [await aFreePort(), await aFreePort()]
  const doors = [await openFrontDoor(ports), await openFrontDoor(ports)]
  const [publicUrl, fallbackUrl] = doors.map(({ port }) => `http://127.0.0.1:${port}`)
  const starts = ports.map((port) =>
    startKillableServer({
      port,
      databaseUrl,
      twilio: phones,
      escalation: { ...ESCALATION_TIMING, ownershipMs: NEVER_MS, pausesMs: [NEVER_MS] },
      environment: {
        PUBLIC_URL: `${publicUrl}`,
        FALLBACK_URL: `${fallbackUrl}`,
        BILLING: 'off',
        CALLS_PER_SECOND: String(Math.ceil(FASTER * aSecond)),
        RETRY_ATTEMPTS: String(RETRIES),
        RETRY_DELAY_SECONDS: String(RETRY_SECONDS),
        LIMIT_CONNECTIONS: '0',
        LIMIT_REQUESTS_ADDRESS: '0',
        LIMIT_CALLS_PER_PERSON_DAY: '0',
        LIMIT_TEXTS_DAY: '0',
      },
    }),
  )
  return { servers: await Promise.all(starts), doors }
}
