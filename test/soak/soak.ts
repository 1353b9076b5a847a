import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { migrate } from '#server/platform/migrate.ts'
import { removeWhenWeDie } from '../remove-when-we-die.ts'
import { runSeed } from './run-seed.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    days: { type: 'string', default: '3' },
    people: { type: 'string', default: '12' },
    minutes: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
    runs: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const days = Number(values.days)
const lovedOnes = Number(values.people)
const first = Number(values.seed ?? process.env.SOAK_SEED ?? Math.floor(Math.random() * 2 ** 31))
const isOneSeed = values.minutes === undefined && values.runs === undefined
const runs = isOneSeed ? (values.seed === undefined ? 20 : 1) : Number(values.runs ?? Number.POSITIVE_INFINITY)
const until = performance.now() + Number(values.minutes ?? Number.POSITIVE_INFINITY) * 60_000

const dataDir = await mkdtemp(join(tmpdir(), 'cooee-soak-'))
const endWatch = removeWhenWeDie(dataDir)
const server = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }), maxConnections: 120 })
const sums = new Map<string, number>()
const failed: number[] = []
try {
  await migrate(server.url, { directory: join(import.meta.dirname, '../../migrations') })
  console.log(`Lives through ${days} days of ${lovedOnes} people each time, seed after seed, beginning with ${first}.`)
  let next = first
  const oneAfterTheOther = async () => {
    while (next < first + runs && performance.now() < until) {
      const seed = next
      next += 1
      await live(seed % 2 ** 31)
    }
  }
  await Promise.all(Array.from({ length: Number(values['at-once']) }, oneAfterTheOther))
} finally {
  await server.stop()
  endWatch()
  await rm(dataDir, { recursive: true, force: true })
}
async function live(seed: number): Promise<void> {
  const onError = (message: string) => console.log(`${seed}: ${message}`)
  const run = await runSeed(server.url, { seed, days, lovedOnes, ...(values.verbose ? { onError } : {}) })
  const { course, evidence, broken } = run
  const figures = {
    occurrences: evidence.promised.length,
    calls: evidence.calls.length,
    rings: course.rings.length,
    incidents: evidence.incidents.length,
    ...course.figures,
  }
  for (const [name, figure] of Object.entries(figures)) sums.set(name, (sums.get(name) ?? 0) + figure)
  const inWords = Object.entries(figures).map(([name, figure]) => `${name} ${figure}`)
  console.log(`${broken.length === 0 ? 'kept  ' : 'BROKEN'} seed ${seed}: ${inWords.join(', ')}`)
  for (const sentence of broken) console.log(`       ${sentence}`)
  if (broken.length === 0) return
  failed.push(seed)
  console.log(`       again: npm run soak -- --seed=${seed} --days=${days} --people=${lovedOnes}`)
}
console.log('In all:', Object.fromEntries(sums))
console.log(
  failed.length === 0 ? 'The promise was kept.' : `The promise was broken with the seeds ${failed.join(', ')}.`,
)
process.exitCode = failed.length === 0 ? 0 : 1
