import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openDatabase } from '#server/platform/database/database.ts'
import type { Replay, Replayed } from './bare-call-process.ts'
import { databaseUse } from './database-use.ts'
import { benchDispatch, untilFinished } from './dispatch.ts'
import { bookCalls } from './due-calls.ts'
import { type Phones, startPhones } from './phone-process.ts'
import { startProduct } from './product.ts'
import { type Recorded, recordCalls } from './recorded-calls.ts'
import type { Cluster } from './throw-away-cluster.ts'

export interface BareCallResult {
  /** Processor time of the process for a call from due to done. */
  serverMs: { product: number; bare: number; ratio: number }
  /** The same of PostgreSQL; null where the system does not say. */
  databaseMs: { product: number; bare: number; ratio: number } | null
  requests: number
  statements: number
  /** The share of the statements that failed when they were repeated. */
  failed: number
}

/** Long enough to book the calls, copy the database twice and start again. */
const LEAD_MS = 20_000
/** What may depend on chance, as an id of two calls that came at the same instant. */
const FAILED_AT_MOST = 0.02
const FAST = 1000

/**
 * What a call costs the product, divided by what it costs node:http and pg alone that answer the same requests, send the
 * same statements, rounds of idle processes among them, and ask the provider the same, each at the moment at which the product did. Both were warm.
 * Not in the bare one: signatures, decisions, waiting for one another; and with ids of jobs that PostgreSQL draws by lot, changes of jobs find no row.
 */
export async function benchBareCall(
  cluster: Cluster,
  { count, perSecond }: { count: number; perSecond: number },
): Promise<BareCallResult> {
  const scenario = { count, apartMs: 1000 / perSecond }
  const { recorded, copies } = await record(cluster, scenario)
  const product = await benchDispatch(await cluster.newDatabase(), { ...scenario, callsPerSecond: FAST, leadMs: 4_000 })
  const bare = await replay(copies, recorded)
  const perCall = bare.cpuMs / count
  const { databaseCpuMsPerCall } = product
  return {
    serverMs: { product: product.cpuMsPerCall, bare: perCall, ratio: product.cpuMsPerCall / perCall },
    databaseMs:
      databaseCpuMsPerCall === null || bare.databaseMs === null
        ? null
        : {
            product: databaseCpuMsPerCall,
            bare: bare.databaseMs / count,
            ratio: (databaseCpuMsPerCall * count) / bare.databaseMs,
          },
    requests: recorded.requests.length / count,
    statements: bare.statements / count,
    failed: bare.failed / bare.statements,
  }
}

/** Lets the calls happen once, and keeps two copies of the database as it was before. */
async function record(cluster: Cluster, { count, apartMs }: { count: number; apartMs: number }) {
  const phones = await startPhones({ ringSeconds: 1 })
  try {
    const databaseUrl = await cluster.newDatabase()
    const start = () => startProduct({ databaseUrl, phones, callsPerSecond: FAST })
    const due = new Date(Date.now() + LEAD_MS)
    const booking = await start()
    await bookCalls(booking.db, booking.jobs, { count, due, apartMs })
    await booking.stop()
    const copies = [await cluster.copyOf(databaseUrl), await cluster.copyOf(databaseUrl)]
    const product = await start()
    try {
      if (Date.now() > due.getTime()) throw new Error('The calls were not booked before they were due')
      await pause(due.getTime() - Date.now() - 500)
      return { recorded: await recordUntilFinished(product, phones, count), copies }
    } finally {
      await product.stop()
    }
  } finally {
    await phones.stop()
  }
}

async function recordUntilFinished(
  { db }: Pick<Awaited<ReturnType<typeof startProduct>>, 'db'>,
  phones: Phones,
  count: number,
): Promise<Recorded> {
  const recording = recordCalls(phones.baseUrl)
  try {
    await untilFinished(db, count)
    return recording.recorded
  } finally {
    recording.stop()
  }
}

/** On one copy to warm, on the other to measure. */
async function replay(copies: readonly string[], recorded: Recorded) {
  const provider = http.createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(201, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ sid: 'CA', status: 'queued', filler: 'x'.repeat(1000) }))
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const address = provider.address()
  const providerUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const child = fork(join(import.meta.dirname, 'bare-call-process.ts'), {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const exited = once(child, 'exit')
  const ended = exited.then(() => Promise.reject(new Error('The bare process has stopped')))
  ended.catch(() => {})
  const message = async () => (await Promise.race([once(child, 'message'), ended]))[0]
  try {
    let result: (Replayed & { databaseMs: number | null }) | null = null
    for (const databaseUrl of copies) {
      const db = openDatabase(databaseUrl, { poolSize: 1 })
      try {
        const before = await databaseUse(db)
        child.send({ databaseUrl, providerUrl, recorded } satisfies Replay)
        const { port } = (await message()) as { port: number }
        const replayed = message()
        await Promise.all(recorded.requests.map((request, index) => send(port, request, index)))
        const figures = (await replayed) as Replayed
        const after = await databaseUse(db)
        const databaseMs = after.cpuMs === null || before.cpuMs === null ? null : after.cpuMs - before.cpuMs
        result = { ...figures, databaseMs }
      } finally {
        await db.destroy()
      }
    }
    if (!result) throw new Error('There is nothing to repeat it on')
    if (result.failed > result.statements * FAILED_AT_MOST) {
      throw new Error(`${result.failed} of ${result.statements} statements failed when they were repeated`)
    }
    return result
  } finally {
    child.disconnect()
    await exited
    provider.close()
    provider.closeAllConnections()
  }
}

const agent = new http.Agent({ keepAlive: true })

async function send(port: number, { atMs, path, headers, body }: Recorded['requests'][number], index: number) {
  await pause(atMs)
  const { connection: _connection, ...kept } = headers
  const request = http.request({
    ...{ port, host: '127.0.0.1', path, agent, method: 'POST' },
    headers: { ...kept, 'x-place': String(index) },
  })
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.resume()
  await once(response, 'end')
}
