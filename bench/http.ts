import pg from 'pg'
import { pino } from 'pino'
import { historyQuery } from '#contract/calls/call-forms.ts'
import { LONGEST_PAGE } from '#contract/page-limits.ts'
import { startSession } from '#server/features/accounts/sign-in/sessions.ts'
import { planLimits, planOf } from '#server/features/billing/public.ts'
import { scheduleCall } from '#server/features/calls/public.ts'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { listHistory, listUpcoming } from '#server/features/calls/view/list-calls.ts'
import { countStats } from '#server/features/dashboard/count-stats.ts'
import { incidentsOfCalls } from '#server/features/incidents/public.ts'
import { listLovedOnes } from '#server/features/loved-ones/loved-one-view.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { type BareRoute, startBareRoutes } from './bare-routes.ts'
import { databaseUse } from './database-use.ts'
import { type LoadResult, sendLoad } from './http-load.ts'
import { addManyAccounts } from './many-accounts.ts'
import { startProduct } from './product.ts'
import { recordStatements } from './recorded-statements.ts'

const CONNECTIONS = 10
const STEADY_PER_SECOND = 200
const POOL_SIZE = 16 // as the server's own
/** The load of the machine varies: what is compared takes turns. */
const ROUNDS = 3

export interface HttpScenario {
  accounts: number
  calls: number
  seconds: number
}

/** Sums over all rounds. */
export interface Measured {
  requestsPerSecond: number
  /** Of the process that answers; the database's is not in it. */
  cpuMsPerRequest: number
  /** Of PostgreSQL, with what the idle workers of the process ask meanwhile; null where the system does not say. */
  databaseCpuMsPerRequest: number | null
}

export interface HttpResult {
  route: string
  cooee: Measured
  bare: Measured
  /** The bare route with prepared statements. */
  prepared: Measured
  /** The same route at 200 requests a second. */
  steady: LoadResult
}

/**
 * Requests per second of the whole server beside a bare Fastify route that sends the same statements to the same
 * database, one after the other, ten connections each.
 */
export async function benchHttp(databaseUrl: string, scenario: HttpScenario): Promise<HttpResult[]> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: POOL_SIZE })
  // Nothing is due during the measurement: the provider is never asked.
  const nobody = { accountSid: 'AC00', authToken: 'none', from: '+61255501234', baseUrl: 'http://127.0.0.1:9' }
  const product = await startProduct({ databaseUrl, phones: nobody, callsPerSecond: 1_000, isBillingOn: false })
  try {
    const { accountId, lovedOneId } = await addManyAccounts(product.db, scenario)
    const token = await startSession(product.db, { id: accountId, accountId }, new Date())
    const account = { id: accountId, mayHear: true }
    const tomorrow = new Date(Date.now() + 86_400_000)
    const body = {
      lovedOneId,
      callType: 'daily_check_in' as const,
      scheduledTime: tomorrow.toISOString(),
      recurrencePattern: 'once' as const,
      schedulePatterns: [],
      // It may be night where they are when this runs.
      confirmNight: true,
    }
    const plans = planLimits({ clock: systemClock, isBillingOn: false })
    const viewed = {
      incidents: incidentsOfCalls,
      sealing: createSealing({}, pino({ level: 'error' })),
      consent: 'asked' as const,
    }
    const schedule = async (db: Db) => {
      const callId = await scheduleCall(
        {
          db,
          jobs: product.jobs,
          clock: systemClock,
          plans,
          callsPerSecond: 1000,
          ownNumbers: ['+61255501234'],
          limits: NO_LIMITS,
        },
        account,
        body,
      )
      return findCall({ db, ...viewed }, account, callId)
    }
    const operations: [method: BareRoute['method'], path: string, operation: (db: Db) => Promise<unknown>][] = [
      ['GET', '/api/calls/upcoming', (db) => listUpcoming({ db, ...viewed }, account, { limit: LONGEST_PAGE })],
      ['GET', '/api/calls/history', (db) => listHistory({ db, ...viewed }, account, firstPage)],
      [
        'GET',
        '/api/loved-ones',
        (db) => listLovedOnes({ db, ...viewed, clock: systemClock }, account, { limit: LONGEST_PAGE }),
      ],
      [
        'GET',
        '/api/dashboard/stats',
        (db) =>
          Promise.all([countStats(db, accountId), planOf({ clock: systemClock, db, isBillingOn: false }, accountId)]),
      ],
      ['POST', '/api/calls', schedule],
    ]
    const firstPage = historyQuery.parse({})
    const routes: BareRoute[] = []
    for (const [method, path, operation] of operations) {
      routes.push({ method, path, statements: await recordStatements(pool, operation) })
    }
    const bare = await startBareRoutes(pool, routes)
    try {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const results: HttpResult[] = []
      for (const { method, path } of routes) {
        const sent = { method, headers, ...(method === 'POST' ? { body: JSON.stringify(body) } : {}) }
        const load = (origin: string, more: object = {}) =>
          sendLoad({ url: origin + path, connections: CONNECTIONS, duration: scenario.seconds, ...sent, ...more })
        const origins = { bare: bare.url, prepared: `${bare.url}/prepared`, cooee: product.url }
        for (const origin of Object.values(origins)) await load(origin, { duration: 1 }) // warm
        const rounds: Record<keyof typeof origins, Measured>[] = []
        for (let round = 0; round < ROUNDS; round++) {
          rounds.push({
            bare: await measured(product.db, () => load(origins.bare)),
            prepared: await measured(product.db, () => load(origins.prepared)),
            cooee: await measured(product.db, () => load(origins.cooee)),
          })
        }
        const steady = await load(product.url, { overallRate: STEADY_PER_SECOND })
        results.push({
          route: `${method} ${path}`,
          bare: mean(rounds.map((round) => round.bare)),
          prepared: mean(rounds.map((round) => round.prepared)),
          cooee: mean(rounds.map((round) => round.cooee)),
          steady,
        })
      }
      return results
    } finally {
      await bare.stop()
    }
  } finally {
    await product.stop()
    await pool.end()
  }
}

async function measured(db: Db, load: () => Promise<LoadResult>): Promise<Measured> {
  const database = await databaseUse(db)
  const before = process.cpuUsage()
  const { requestsPerSecond, requests } = await load()
  const { user, system } = process.cpuUsage(before)
  const { cpuMs } = await databaseUse(db)
  return {
    requestsPerSecond,
    cpuMsPerRequest: (user + system) / 1000 / requests,
    databaseCpuMsPerRequest: cpuMs === null || database.cpuMs === null ? null : (cpuMs - database.cpuMs) / requests,
  }
}

function mean(rounds: readonly Measured[]): Measured {
  const of = (figure: (round: Measured) => number) =>
    rounds.reduce((sum, round) => sum + figure(round), 0) / rounds.length
  const isKnown = rounds.every(({ databaseCpuMsPerRequest }) => databaseCpuMsPerRequest !== null)
  return {
    requestsPerSecond: of((round) => round.requestsPerSecond),
    cpuMsPerRequest: of((round) => round.cpuMsPerRequest),
    databaseCpuMsPerRequest: isKnown ? of((round) => round.databaseCpuMsPerRequest ?? 0) : null,
  }
}
