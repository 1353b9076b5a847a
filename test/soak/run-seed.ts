import { copyDatabase } from '../copied-database.ts'
import { brokenPromises } from './check-the-promise.ts'
import { type Evidence, readEvidence } from './evidence.ts'
import { type Course, type SimulationPlan, simulate } from './simulation.ts'

export interface SeedRun {
  course: Course
  evidence: Evidence
  broken: string[]
}

/** One run of the simulation on a database of its own, and its result. */
export async function runSeed(
  templateUrl: string,
  plan: Omit<SimulationPlan, 'databaseUrl'> & { keep?: boolean },
): Promise<SeedRun> {
  const database = await copyDatabase(templateUrl)
  try {
    const course = await simulate({ ...plan, databaseUrl: database.url })
    const evidence = await readEvidence(database.url, course)
    return { course, evidence, broken: brokenPromises(evidence) }
  } finally {
    if (!plan.keep) await database.drop()
  }
}
