import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { benchBareCall } from './bare-call.ts'
import { benchBareEngine } from './bare-engine.ts'
import { benchCallCost } from './call-cost.ts'
import { benchDispatch, benchLeaving } from './dispatch.ts'
import type { Distribution } from './distribution.ts'
import { benchHttp } from './http.ts'
import { judgePieces } from './judge-pieces.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchOrganisation } from './organisation.ts'
import { freePort } from './product.ts'
import { benchRecurrence } from './recurrence.ts'
import { benchStart, REQUESTS, type StartResult, signInAsDemo, total } from './start-and-memory.ts'
import { type Memory, startAsOperator } from './started-product.ts'
import { benchTalks } from './talks.ts'
import { startCluster } from './throw-away-cluster.ts'
import { benchWhoExists } from './who-exists.ts'

// What `npm run bench` runs. Nothing is left behind: databases and phones end with it, however it ends.
const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    /** Only what one call costs. */
    cost: { type: 'boolean', default: false },
    /** Only what talks take. */
    talks: { type: 'boolean', default: false },
    /** Measures only what each piece of the driver layer gains; `--only` picks those whose name holds the word. */
    pieces: { type: 'boolean', default: false },
    only: { type: 'string' },
    /** A folder in which somebody has run `npm install lighthouse`. */
    lighthouse: { type: 'string' },
  },
})
const { quick, cost: onlyCost, pieces: onlyPieces, talks: onlyTalks } = values
/** Faster than the server can be: the provider is not the limit. */
const UNLIMITED = 1_000_000
const PROVIDER_RATE = 100
const SPREAD_RATE = 20

const cluster = await startCluster()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => void cluster.stop().finally(() => process.exit(1)))
}
try {
  console.log(`${availableParallelism()} cores, Node ${process.versions.node}, embedded PostgreSQL\n`)
  if (onlyPieces) await pieces()
  else if (onlyTalks) await talks()
  else if (!onlyCost) {
    if (!quick) recurrence()
    await dispatch()
    await http()
    await start()
    await whoExists()
    await organisation()
    await talks()
  }
  if (!onlyPieces && !onlyTalks) {
    await callCost()
    await bareCall()
  }
} finally {
  await cluster.stop()
}

function recurrence(): void {
  console.log('Next occurrences computed')
  console.table(
    benchRecurrence().map((row) => ({
      rule: row.rule,
      zone: row.zone,
      'Cooee /s': Math.round(row.cooeePerSecond),
      '× rrule-temporal': round(row.timesRruleTemporal),
      '× Luxon': round(row.timesLuxon),
    })),
  )
}

async function dispatch(): Promise<void> {
  const count = quick ? 200 : 1_000
  const leadMs = 3_000 + count / 2
  const bare = await benchBareEngine(await cluster.newDatabase(), { count, leadMs })
  const cooee = await benchDispatch(await cluster.newDatabase(), {
    count,
    callsPerSecond: UNLIMITED,
    apartMs: 0,
    leadMs,
  })
  console.log(`${count} calls due at the same instant, no limit of the provider`)
  console.table({
    'bare engine, empty handler': { 'calls /s': Math.round(bare.jobsPerSecond), ...late(bare.latenessMs) },
    Cooee: { 'calls /s': Math.round(cooee.callsPerSecond), ...late(cooee.latenessMs) },
    'Cooee / bare engine': { 'calls /s': round(cooee.callsPerSecond / bare.jobsPerSecond) },
  })
  console.log(
    `From due to done ${Math.round(cooee.finishedPerSecond)} calls/s with ${Math.round(cooee.callbacksPerSecond)} ` +
      `callbacks/s (${cooee.lostCallbacks} lost, ${cooee.completed} calls completed at once)\n`,
  )
  await backlog()
  await costs()
  await spread()
}

/** The whole of a busy minute: everybody at nine, at the provider's rate. */
async function backlog(): Promise<void> {
  const count = quick ? 300 : 10_000
  const result = await benchDispatch(await cluster.newDatabase(), {
    count,
    callsPerSecond: PROVIDER_RATE,
    apartMs: 0,
    leadMs: 3_000 + count / 2,
  })
  console.log(`${count} calls due at the same instant, at the provider's ${PROVIDER_RATE} calls a second`)
  console.table({
    Cooee: {
      'calls /s': round(result.callsPerSecond),
      'of the rate': `${round(result.utilisation * 100)} %`,
      'most in any second': result.mostInOneSecond,
      'out of order by type': result.outOfOrder,
      'most that one account got ahead of another': result.maxAhead,
      'callbacks lost': result.lostCallbacks,
    },
  })
}

/** What one call costs the server's process. Leaving is measured alone; the rest is the difference. */
async function costs(): Promise<void> {
  const count = quick ? 200 : 1_000
  const scenario = { count, callsPerSecond: PROVIDER_RATE, leadMs: 3_000 + count / 2 }
  const burst = await benchLeaving(await cluster.newDatabase(), { ...scenario, callsPerSecond: UNLIMITED })
  const leaving = await benchLeaving(await cluster.newDatabase(), scenario)
  const whole = await benchDispatch(await cluster.newDatabase(), { ...scenario, apartMs: 0 })
  const cost = ({ cpuMsPerCall, statementsPerCall }: typeof leaving | typeof whole) => ({
    'ms of the processor': round(cpuMsPerCall),
    statements: round(statementsPerCall),
  })
  console.log(`What one call costs the server's process, rounds included, ${PROVIDER_RATE} calls a second`)
  console.table({
    'from due to left': cost(leaving),
    'from left to done': {
      'ms of the processor': round(whole.cpuMsPerCall - leaving.cpuMsPerCall),
      statements: round(whole.statementsPerCall - leaving.statementsPerCall),
    },
    'from due to left, as fast as it can': cost(burst),
  })
  console.log(`With phones that send no callbacks calls leave at ${Math.round(burst.callsPerSecond)} a second`)
}

async function spread(): Promise<void> {
  const result = await benchDispatch(await cluster.newDatabase(), {
    count: quick ? 100 : 500,
    callsPerSecond: PROVIDER_RATE,
    apartMs: 1000 / SPREAD_RATE,
    leadMs: 4_000,
  })
  console.log(`\n${SPREAD_RATE} calls due a second, each at its own instant: below the provider's rate`)
  console.table({ Cooee: late(result.latenessMs) })
}

async function http(): Promise<void> {
  const scenario = quick
    ? { accounts: 100, calls: 10_000, seconds: 2 }
    : { accounts: 2_000, calls: 1_000_000, seconds: 5 }
  const results = await benchHttp(await cluster.newDatabase(), scenario)
  console.log(
    `\nHTTP, ${scenario.accounts * 5} loved ones, ${scenario.calls} calls; ten connections; latency at 200 requests a second`,
  )
  console.table(
    results.map(({ route, cooee, bare, prepared, steady }) => ({
      route,
      'Cooee /s': Math.round(cooee.requestsPerSecond),
      'bare Fastify /s': Math.round(bare.requestsPerSecond),
      'bare, prepared /s': Math.round(prepared.requestsPerSecond),
      'Cooee / bare': round(cooee.requestsPerSecond / bare.requestsPerSecond),
      'Cooee / prepared': round(cooee.requestsPerSecond / prepared.requestsPerSecond),
      'ms of the process, prepared and Cooee': `${round(prepared.cpuMsPerRequest)} ${round(cooee.cpuMsPerRequest)}`,
      'ms of PostgreSQL': [prepared, cooee]
        .map(({ databaseCpuMsPerRequest: ms }) => (ms === null ? 'not known here' : round(ms)))
        .join(' '),
      'p50 at 200/s': `${steady.latencyMs.p50} ms`,
      'p99 at 200/s': `${steady.latencyMs.p99} ms`,
    })),
  )
}

async function callCost(): Promise<void> {
  const scenario = quick ? { count: 100, perSecond: 10 } : { count: 500, perSecond: 10 }
  const cost = await benchCallCost(await cluster.newDatabase(), scenario)
  console.log(`\nWhat a call costs from due to done (${scenario.count} daily calls, each answered and acknowledged)`)
  console.table({
    'statements, with begin and commit': round(cost.statements),
    'explicit transactions': round(cost.transactions),
    "provider's requests answered": round(cost.requestsFromProvider),
    'processor of the server, ms': round(cost.serverCpuMs),
    'processor of PostgreSQL, ms': cost.databaseCpuMs === null ? 'not known here' : round(cost.databaseCpuMs),
    'write-ahead log, bytes': round(cost.walBytes),
    'whole pages in it': round(cost.walPageImages),
    'stored, bytes': round(cost.storedBytes),
    'statements a second of an idle process': round(cost.idleStatementsPerSecond),
  })
  console.table(
    cost.byTable.map(({ table, rowsPerCall, bytesPerRow, indexBytesPerRow }) => ({
      table,
      'rows a call': round(rowsPerCall),
      'bytes a row': Math.round(bytesPerRow),
      'of them indexes': Math.round(indexBytesPerRow),
    })),
  )
}

/** What of a call's processor time is the product's own. */
async function bareCall(): Promise<void> {
  const scenario = { count: quick ? 200 : 600, perSecond: 30 }
  const result = await benchBareCall(cluster, scenario)
  console.log(
    `\nProcessor of a call from due to done beside bare node:http and pg with the same ${round(result.requests)} requests ` +
      `and ${round(result.statements)} statements (${scenario.count} calls, ${scenario.perSecond} a second; ` +
      `${round(result.failed * 100)} % of the statements failed when repeated)`,
  )
  const row = ({ product, bare, ratio }: typeof result.serverMs) => ({
    'Cooee, ms': round(product),
    'bare, ms': round(bare),
    'Cooee / bare': round(ratio),
  })
  console.table({ server: row(result.serverMs), ...(result.databaseMs && { PostgreSQL: row(result.databaseMs) }) })
}

async function start(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cooee-bench-start-'))
  try {
    const operator = { dataDir, port: await freePort() }
    const { first, second, idle, used } = await benchStart(operator)
    console.log('\nFrom `npm start` until "Cooee is ready"')
    console.table({ 'the first time': started(first), 'and again': started(second) })
    if (idle && used) {
      console.log('Memory in MB: what processes share counts once, and in brackets as ps counts it')
      console.table({ idle: inMemory(idle), [`after ${REQUESTS} requests`]: inMemory(used) })
    }
    if (values.lighthouse) await lighthouse(values.lighthouse, operator)
    else console.log('Lighthouse: npm install lighthouse in any folder, and give it with --lighthouse <folder>')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function lighthouse(program: string, operator: { dataDir: string; port: number }): Promise<void> {
  const profileDir = await mkdtemp(join(tmpdir(), 'cooee-bench-browser-'))
  const product = await startAsOperator(operator)
  try {
    const pages = [{ path: '/' }, { path: '/dashboard', token: await signInAsDemo(product) }]
    const options = { url: product.url, pages, port: await freePort(), profileDir }
    console.log('\nLighthouse, mobile profile, simulated throttling')
    for (const { path, scores, missed, benchmarkIndex } of await benchLighthouse(program, options)) {
      console.table({ [path]: { ...scores, 'speed of the machine': benchmarkIndex } })
      if (missed.length > 0) console.log(missed.join(', '))
    }
  } finally {
    await product.stop()
    await rm(profileDir, { recursive: true, force: true })
  }
}

function started({ readyAfterMs, cpuMs }: StartResult['first']) {
  return { ready: `${Math.round(readyAfterMs)} ms`, 'processor time': cpuMs === undefined ? '' : `${cpuMs} ms` }
}

function inMemory(memory: NonNullable<StartResult['idle']>) {
  const { node, postgres } = memory
  const written = (part: Memory) => `${Math.round(part.proportionalMb)} (${Math.round(part.residentMb)})`
  return { Node: written(node), PostgreSQL: written(postgres), total: Math.round(total(memory)) }
}

async function whoExists(): Promise<void> {
  const times = quick ? 50 : 200
  console.log(`\nWhether time tells who exists: medians of ${times}`)
  console.table(
    (await benchWhoExists(await cluster.newDatabase(), { times })).map((row) => ({
      question: row.question,
      known: `${round(row.knownMs)} ms`,
      unknown: `${round(row.unknownMs)} ms`,
      apart: `${round(row.apartMs)} ms`,
      'apart, processor time': `${round(row.apartCpuMs)} ms`,
    })),
  )
}

async function organisation(): Promise<void> {
  const times = quick ? 20 : 100
  console.log(`\nAn organisation: 2,000 loved ones beside 200, medians of ${times}`)
  console.table(
    (await benchOrganisation(await cluster.newDatabase(), { times })).map((row) => ({
      route: row.path,
      '200 loved ones': `${round(row.fewMs)} ms`,
      '2,000 loved ones': `${round(row.manyMs)} ms`,
      ratio: round(row.ratio),
      answer: `${round(row.manyKb)} KB`,
    })),
  )
}

async function talks(): Promise<void> {
  const runs = quick
    ? [{ count: 10, apartMs: 500 }]
    : [
        { count: 20, apartMs: 2_000 },
        { count: 100, apartMs: 500 },
        { count: 50, apartMs: 0 },
      ]
  console.log('\nTalks, with a scripted model that answers at once')
  for (const { count, apartMs } of runs) {
    const { atOnce, answerMs, turnsPerSecond, ...cost } = await benchTalks(await cluster.newDatabase(), {
      count,
      apartMs,
    })
    console.table({
      talks: `${count}, one every ${apartMs} ms, ${atOnce} at once`,
      'finished turns a second': round(turnsPerSecond),
      'from heard to the first word, p50': `${round(answerMs.p50)} ms`,
      p95: `${round(answerMs.p95)} ms`,
      'at most': `${round(answerMs.max)} ms`,
      'memory of the process for each': `${round(cost.residentMbEach)} MB`,
      'processor of the server for a minute of talk': `${round(cost.serverMsPerMinute)} ms`,
      ...(cost.databaseMsPerMinute !== null && { 'of PostgreSQL': `${round(cost.databaseMsPerMinute)} ms` }),
    })
  }
}

async function pieces(): Promise<void> {
  console.log('What each piece of the driver layer gives: without it, divided by with it')
  const judged = await judgePieces(cluster, {
    rounds: quick ? 1 : 3,
    calls: quick ? 200 : 1_000,
    only: values.only,
  })
  console.table(
    judged.map(({ piece, work, processor, spread, statements, wall, lateness }) => ({
      ...{ piece, 'measured on': work },
      'processor of server and PostgreSQL': round(processor),
      'from, to': spread.map(round).join(' '),
      'on the wall': round(wall),
      ...(work === 'calls' && { statements: round(statements), 'late p50': round(lateness) }),
    })),
  )
}

function late({ p50, p99, max }: Distribution) {
  return { 'late p50': `${p50} ms`, 'late p99': `${p99} ms`, 'late max': `${max} ms` }
}

/** Three significant digits. */
function round(value: number): number {
  return Number(value.toPrecision(3))
}
