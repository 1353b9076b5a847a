import pg from 'pg'
import { pino } from 'pino'
import { startSession } from '#server/features/accounts/sessions.ts'
import { planLimits } from '#server/features/billing/public.ts'
import { findCall } from '#server/features/calls/call-view.ts'
import { listUpcoming } from '#server/features/calls/list-calls.ts'
import { scheduleCall } from '#server/features/calls/public.ts'
import { incidentsOfCalls } from '#server/features/incidents/public.ts'
import { listLovedOnes } from '#server/features/loved-ones/loved-one-view.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { type BareRoute, startBareRoutes } from './bare-routes.ts'
import { type LoadResult, sendLoad } from './http-load.ts'
import { addManyAccounts } from './many-accounts.ts'
import { startProduct } from './product.ts'
import { recordStatements } from './recorded-statements.ts'

const CONNECTIONS = 10
const STEADY_PER_SECOND = 200
const POOL_SIZE = 16 // as the server's own

export interface HttpScenario {
  accounts: number
  calls: number
  seconds: number
}

export interface HttpResult {
  route: string
  cooee: LoadResult
  bare: LoadResult
  /** Cooee's share of what the bare route reaches. */
  share: number
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
  const product = await startProduct({ databaseUrl, phones: nobody, callsPerSecond: 1 })
  try {
    const { accountId, lovedOneId } = await addManyAccounts(product.db, scenario)
    const token = await startSession(product.db, accountId, new Date())
    const account = { id: accountId }
    const tomorrow = new Date(Date.now() + 86_400_000)
    const body = {
      lovedOneId,
      callType: 'daily_check_in' as const,
      scheduledTime: tomorrow.toISOString(),
      recurrencePattern: 'once' as const,
      schedulePatterns: [],
    }
    const plans = planLimits({ clock: systemClock, isBillingOn: true })
    const viewed = { incidents: incidentsOfCalls, sealing: createSealing({}, pino({ level: 'error' })) }
    const schedule = async (db: Db) => {
      const callId = await scheduleCall({ db, jobs: product.jobs, clock: systemClock, plans }, account, body)
      return findCall({ db, ...viewed }, account, callId)
    }
    const operations: [method: BareRoute['method'], path: string, operation: (db: Db) => Promise<unknown>][] = [
      ['GET', '/api/calls/upcoming', (db) => listUpcoming({ db, ...viewed }, account, {})],
      ['GET', '/api/loved-ones', (db) => listLovedOnes({ db, ...viewed }, accountId)],
      ['POST', '/api/calls', schedule],
    ]
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
        await load(product.url, { duration: 1 }) // warm
        await load(bare.url, { duration: 1 })
        const bareResult = await load(bare.url)
        const cooee = await load(product.url)
        const steady = await load(product.url, { overallRate: STEADY_PER_SECOND })
        const share = cooee.requestsPerSecond / bareResult.requestsPerSecond
        results.push({ route: `${method} ${path}`, cooee, bare: bareResult, share, steady })
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
