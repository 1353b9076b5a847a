import { access, constants, mkdtemp, rm, statfs } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { removeWhenWeDie } from '../remove-when-we-die.ts'
import { forgoSafety } from './forgo-safety.ts'
import type { LivedSeed, SoakWork } from './soak-worker.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    days: { type: 'string', default: '3' },
    people: { type: 'string', default: '12' },
    ordinary: { type: 'string', default: '60' },
    minutes: { type: 'string' },
    'at-once': { type: 'string', default: String(2 * availableParallelism()) },
    runs: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const days = Number(values.days)
const lovedOnes = Number(values.people)
const ordinary = Number(values.ordinary)
const first = Number(values.seed ?? process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31))
const isOneSeed = values.minutes === undefined && values.runs === undefined
const runs = isOneSeed ? (values.seed === undefined ? 20 : 1) : Number(values.runs ?? Number.POSITIVE_INFINITY)
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000

const MEMORY = '/dev/shm'
const ENOUGH_BYTES = 4 * 2 ** 30

const dataDir = await mkdtemp(join(await inMemory(), 'cooee-soak-'))
const endWatch = removeWhenWeDie(dataDir)
const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }), maxConnections: 300 })
const sums = new Map<string, number>()
const failed: number[] = []
const threads: Worker[] = []
const waiting = new Map<number, PromiseWithResolvers<LivedSeed>>()
let seconds = 0
try {
  await migrate(server.url, { directory: join(import.meta.dirname, '../../migrations') })
  await forgoSafety(server.url)
  console.log(
    `Lives through ${days} days of ${lovedOnes} people in trouble and ${ordinary} ordinary ones each time, seed after seed, beginning with ${first}.`,
  )
  const began = performance.now()
  let next = first
  const oneAfterTheOther = async (thread: Worker) => {
    while (next < first + runs && performance.now() < until) {
      const seed = next
      next += 1
      await live(thread, seed % 2 ** 31)
    }
  }
  const atOnce = Math.min(Number(values['at-once']), runs)
  for (let count = 0; count < Math.min(atOnce, availableParallelism()); count++) threads.push(aThread())
  await Promise.all(
    Array.from({ length: atOnce }, (_, index) => index).map((index) => oneAfterTheOther(threadOf(index))),
  )
  seconds = (performance.now() - began) / 1000
} finally {
  await Promise.all(threads.map((thread) => thread.terminate()))
  await server.stop()
  endWatch()
  await rm(dataDir, { recursive: true, force: true })
}

/** A folder that is kept in memory, where there is one with enough room: a database of each seed is made and thrown away. */
async function inMemory(): Promise<string> {
  try {
    await access(MEMORY, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY)
    return bavail * bsize > ENOUGH_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Each has its own globals: what is put in place of the timers in one is not seen by another. */
function aThread(): Worker {
  const processor = threads.length
  const workerData: SoakWork = {
    templateUrl: server.url,
    days,
    lovedOnes,
    ordinary,
    isVerbose: values.verbose,
    processor,
  }
  const thread = new Worker(join(import.meta.dirname, 'soak-worker.ts'), {
    workerData,
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  thread.on('message', (lived: LivedSeed) => waiting.get(lived.seed)?.resolve(lived))
  thread.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error)
  })
  return thread
}

function threadOf(index: number): Worker {
  const thread = threads[index % threads.length]
  if (!thread) throw new RangeError('No thread was started')
  return thread
}

async function live(thread: Worker, seed: number): Promise<void> {
  const lived = Promise.withResolvers<LivedSeed>()
  waiting.set(seed, lived)
  thread.postMessage(seed)
  const { figures, digest, broken, errors } = await lived.promise
  waiting.delete(seed)
  for (const [name, figure] of Object.entries(figures)) sums.set(name, (sums.get(name) ?? 0) + figure)
  for (const error of errors) console.log(`${seed}: ${error}`)
  const inWords = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  const verdict = broken.length === 0 ? 'kept  ' : 'BROKEN'
  console.log(`${verdict} seed ${seed}: ${inWords.join(', ')}, course ${digest.slice(0, 12)}`)
  for (const sentence of broken) console.log(`       ${sentence}`)
  if (broken.length === 0) return
  failed.push(seed)
  console.log(
    `       again: npm run soak -- --seed=${seed} --days=${days} --people=${lovedOnes} --ordinary=${ordinary}`,
  )
}

const occurrences = sums.get('occurrences') ?? 0
console.log('In all:', Object.fromEntries(sums))
console.log(`${occurrences} occurrences in ${seconds.toFixed(1)} s: ${(occurrences / seconds).toFixed(1)} a second.`)
console.log(
  failed.length === 0 ? 'The promise was kept.' : `The promise was broken with the seeds ${failed.join(', ')}.`,
)
process.exitCode = failed.length === 0 ? 0 : 1
