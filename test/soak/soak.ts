import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import type { ServerInMemory } from '../server-in-memory.ts'
import { startSoakServer } from './soak-server.ts'
import type { LivedSeed, SoakWork } from './soak-worker.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    days: { type: 'string', default: '3' },
    people: { type: 'string', default: '12' },
    ordinary: { type: 'string', default: '200' },
    faulty: { type: 'string', default: '1' },
    minutes: { type: 'string' },
    runs: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const days = Number(values.days)
const lovedOnes = Number(values.people)
const ordinary = Number(values.ordinary)
const faulty = Number(values.faulty)
const first = Number(values.seed ?? process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31))
const isOneSeed = values.minutes === undefined && values.runs === undefined
const runs = isOneSeed ? (values.seed === undefined ? 20 : 1) : Number(values.runs ?? Number.POSITIVE_INFINITY)
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000

const sums = new Map<string, number>()
const failed: number[] = []
const waiting = new Map<number, PromiseWithResolvers<LivedSeed>>()
const size = { days, lovedOnes, ordinary, faulty }
console.log(
  `Seeds from ${first} on, each ${days} days (${faulty * 100} % of them with faults) of ${lovedOnes} people with trouble and ${ordinary} ordinary ones.`,
)
const servers = await Promise.all(
  Array.from({ length: Math.min(runs, availableParallelism()) }, () => startSoakServer()),
)
const threads = servers.map((server, processor) => startThread(server, processor))
let seconds = 0
try {
  const began = performance.now()
  let next = first
  await Promise.all(
    threads.map(async (thread) => {
      while (next < first + runs && performance.now() < until) {
        const seed = next
        next += 1
        await live(thread, seed % 2 ** 31)
      }
    }),
  )
  seconds = (performance.now() - began) / 1000
} finally {
  await Promise.all(threads.map((thread) => thread.terminate()))
  await Promise.all(servers.map((server) => server.stop()))
}

/** Each has its own globals: timers replaced in one are not replaced in another. */
function startThread({ url }: ServerInMemory, processor: number): Worker {
  const workerData: SoakWork = { templateUrl: url, ...size, isVerbose: values.verbose, processor }
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
    `       again: npm run soak -- --seed=${seed} --days=${days} --people=${lovedOnes} --ordinary=${ordinary} --faulty=${faulty}`,
  )
}

const occurrences = sums.get('occurrences') ?? 0
console.log('In all:', Object.fromEntries(sums))
console.log(`${occurrences} occurrences in ${seconds.toFixed(1)} s: ${(occurrences / seconds).toFixed(1)} a second.`)
console.log(
  failed.length === 0 ? 'The promise was kept.' : `The promise was broken with the seeds ${failed.join(', ')}.`,
)
process.exitCode = failed.length === 0 ? 0 : 1
