import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '#server/platform/database/database.ts'
import { countStatements } from './count-statements.ts'
import { databaseUse } from './database-use.ts'
import { countOutOfOrder, maxAhead } from './dispatch-queue.ts'
import { type Distribution, distribution, mostInOneSecond } from './distribution.ts'
import { bookCalls } from './due-calls.ts'
import { startPhones } from './phone-process.ts'
import { startProduct } from './product.ts'

export interface DispatchScenario {
  count: number
  callsPerSecond: number
  /** Pause between the due times of one call and the next; 0: all are due at the same instant. */
  apartMs: number
  /** How long before the first due time the calls are booked: long enough to write them all. */
  leadMs: number
}

export interface DispatchResult {
  /** From the first due time until the phones had received the last call. */
  callsPerSecond: number
  /** From the due time until the phones received the request to ring, on the one clock of this machine. */
  latenessMs: Distribution
  /** From the first due time until the last call's end was known. */
  finishedPerSecond: number
  /** Calls that were answered and acknowledged. The others did not hear their message in time, and are tried again. */
  completed: number
  /** How much of the rate was used, where all are due at once: 1 is no gap between the due time and the last call. */
  utilisation: number
  /** The most requests to ring that left this process within one second, wherever it begins. */
  mostInOneSecond: number
  /** Calls that were claimed before another of a type that goes first, where all are due at once. */
  outOfOrder: number
  /** By how many calls an account was ahead of another that still waited for the same type; 1 is every account in turn. */
  maxAhead: number
  callbacksPerSecond: number
  lostCallbacks: number
  /** Processor time of the server's process for one call from due to done, without database and phones. */
  cpuMsPerCall: number
  /** The same of PostgreSQL, all its processes; null where the system does not say. */
  databaseCpuMsPerCall: number | null
  /** What the server's process sent to the database for one call from due to done, `begin`, `commit` and rounds included. */
  statementsPerCall: number
}

const RING_SECONDS = 1
const PATIENCE_MS = 10 * 60_000

/**
 * Lets calls become due on the whole server, with the phones in another process, on the wire, callbacks included. Throws
 * unless every call was received exactly once, has an end that is known, and has its following occurrence booked.
 */
export async function benchDispatch(databaseUrl: string, scenario: DispatchScenario): Promise<DispatchResult> {
  const { count, callsPerSecond, apartMs, leadMs } = scenario
  const phones = await startPhones({ ringSeconds: RING_SECONDS })
  try {
    const product = await startProduct({ databaseUrl, phones, callsPerSecond })
    const dispatches = watchDispatches(phones.baseUrl)
    const statements = countStatements()
    try {
      const due = new Date(Date.now() + leadMs)
      await bookCalls(product.db, product.jobs, { count, due, apartMs })
      if (Date.now() > due.getTime()) throw new Error('The calls were not booked before they were due')
      const cost = await costOf(product.db, statements, () => untilFinished(product.db, count))
      const report = await phones.report()
      const calls = await readCalls(product.db)
      const numbers = new Set(report.received.map(({ to }) => to))
      if (numbers.size !== count || report.received.length !== count) {
        throw new Error(
          `${report.received.length} calls reached ${numbers.size} phones instead of one each for ${count}`,
        )
      }
      const dueOf = new Map(calls.map((call) => [call.phoneNumber, call.scheduledFor.getTime()]))
      const lateness = report.received.map(({ to, atMs }) => atMs - (dueOf.get(to) ?? Number.NaN))
      const receivedMs = report.received.map(({ atMs }) => atMs)
      const lastReceivedMs = Math.max(...receivedMs) - due.getTime()
      const finishedMs = Math.max(...calls.map((call) => call.endedAt?.getTime() ?? Number.NaN)) - due.getTime()
      return {
        callsPerSecond: (count * 1000) / lastReceivedMs,
        latenessMs: distribution(lateness),
        finishedPerSecond: (count * 1000) / finishedMs,
        completed: calls.filter(({ status }) => status === 'completed').length,
        utilisation: (((count - 1) / callsPerSecond) * 1000) / lastReceivedMs,
        mostInOneSecond: mostInOneSecond(dispatches.timesMs),
        outOfOrder: countOutOfOrder(calls),
        maxAhead: maxAhead(calls),
        callbacksPerSecond: (report.requests * 1000) / finishedMs,
        lostCallbacks: report.lostRequests,
        cpuMsPerCall: cost.cpuMs / count,
        databaseCpuMsPerCall: cost.databaseCpuMs === null ? null : cost.databaseCpuMs / count,
        statementsPerCall: cost.statements / count,
      }
    } finally {
      statements.stop()
      dispatches.stop()
      await product.stop()
    }
  } finally {
    await phones.stop()
  }
}

export interface LeavingCost {
  /** From the due time until the phones had received the last call. */
  callsPerSecond: number
  cpuMsPerCall: number
  statementsPerCall: number
}

/**
 * What it costs the server's process to dispatch calls: the phones ring for longer than this takes and send no callbacks, so
 * that all that is measured happens between the due time and the moment at which the provider's answer is written down.
 */
export async function benchLeaving(
  databaseUrl: string,
  { count, callsPerSecond, leadMs }: { count: number; callsPerSecond: number; leadMs: number },
): Promise<LeavingCost> {
  const phones = await startPhones({ ringSeconds: PATIENCE_MS / 1000, isSilent: true })
  try {
    const product = await startProduct({ databaseUrl, phones, callsPerSecond })
    const statements = countStatements()
    try {
      const due = new Date(Date.now() + leadMs)
      await bookCalls(product.db, product.jobs, { count, due })
      await pause(Math.max(0, due.getTime() - Date.now()))
      const { cpuMs, statements: sent } = await costOf(product.db, statements, () =>
        untilAttempts(product.db, 'placed', count),
      )
      const { received } = await phones.report()
      const lastReceivedMs = Math.max(...received.map(({ atMs }) => atMs)) - due.getTime()
      return {
        callsPerSecond: (count * 1000) / lastReceivedMs,
        cpuMsPerCall: cpuMs / count,
        statementsPerCall: sent / count,
      }
    } finally {
      statements.stop()
      await product.stop()
    }
  } finally {
    await phones.stop()
  }
}

/** Processor time of this process and of PostgreSQL, and statements sent, while the work is done. */
async function costOf(db: Db, counted: { sent(): number }, work: () => Promise<void>) {
  const databaseBefore = await databaseUse(db)
  const usedBefore = process.cpuUsage()
  const sentBefore = counted.sent()
  await work()
  const used = process.cpuUsage(usedBefore)
  const statements = counted.sent() - sentBefore
  const database = await databaseUse(db)
  const databaseCpuMs =
    database.cpuMs === null || databaseBefore.cpuMs === null ? null : database.cpuMs - databaseBefore.cpuMs
  return { cpuMs: (used.user + used.system) / 1000, databaseCpuMs, statements }
}

/** When each request to ring is sent, as Node's own HTTP client reports. */
function watchDispatches(baseUrl: string) {
  const timesMs: number[] = []
  const note = (message: unknown): void => {
    const { request } = message as { request: ClientRequest }
    const isDial = request.method === 'POST' && request.path.endsWith('/Calls.json')
    if (isDial && request.getHeader('host') === new URL(baseUrl).host) timesMs.push(Date.now())
  }
  subscribe('http.client.request.start', note)
  return { timesMs, stop: () => unsubscribe('http.client.request.start', note) }
}

async function untilAttempts(db: Db, state: 'placed' | 'ended', count: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { reached } = await db
      .selectFrom('attempts')
      .select((eb) => eb.fn.countAll<number>().as('reached'))
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    if (reached === count) return
    if (Date.now() > deadline) throw new Error(`Only ${reached} of ${count} attempts are ${state}`)
    await pause(500)
  }
}

/** Waits until every call's end is known, and that the following one of each is booked. */
export async function untilFinished(db: Db, count: number): Promise<void> {
  await untilAttempts(db, 'ended', count)
  const { booked } = await db
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<number>().as('booked'))
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow()
  if (booked !== count) throw new Error(`${booked} following calls are booked instead of ${count}`)
}

/** The calls that were placed, in the order in which they were claimed. */
function readCalls(db: Db) {
  return db
    .selectFrom('attempts')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .select([
      'attempts.phoneNumber',
      'attempts.endedAt',
      'calls.accountId',
      'calls.scheduledFor',
      'calls.callType',
      'calls.status',
    ])
    .orderBy('attempts.id')
    .execute()
}
