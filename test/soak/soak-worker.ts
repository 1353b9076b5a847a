import { parentPort, workerData } from 'node:worker_threads'
import { keepOnProcessor } from './one-processor.ts'
import { runSeed } from './run-seed.ts'

/** The work of a thread. */
export interface SoakWork {
  templateUrl: string
  days: number
  lovedOnes: number
  ordinary: number
  faulty: number
  isVerbose: boolean
  /** Its processor. */
  processor: number
}

/** The result of one seed. */
export interface LivedSeed {
  seed: number
  figures: Record<string, number>
  digest: string
  broken: string[]
  errors: string[]
}

/** A thread of the soak: runs the seeds that it is given. */
const { templateUrl, days, lovedOnes, ordinary, faulty, isVerbose, processor }: SoakWork = workerData
const { keep } = keepOnProcessor(processor)

parentPort?.on('message', async (seed: number) => {
  const errors: string[] = []
  const onError = (message: string) => void errors.push(message)
  const run = await runSeed(templateUrl, {
    ...{ seed, days, lovedOnes, ordinary, faulty, onConnection: keep },
    ...(isVerbose && { onError }),
  })
  const { course, evidence, broken } = run
  const figures = {
    occurrences: evidence.promised.length,
    calls: evidence.calls.length,
    rings: course.rings.length,
    incidents: evidence.incidents.length,
    causes: evidence.causes.length,
    notMade: evidence.causes.filter(({ cause }) => cause === 'not_made').length,
    catchUps: evidence.calls.filter(({ catchUpFor }) => catchUpFor !== null).length,
    uncountedTries: evidence.calls.reduce((sum, call) => sum + call.uncountedTries, 0),
    ...course.figures,
  }
  const lived: LivedSeed = { seed, figures, digest: course.digest, broken, errors }
  parentPort?.postMessage(lived)
})
