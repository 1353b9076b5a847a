import type { Clock } from '#server/platform/clock/clock.ts'
import type { Logger } from '#server/platform/health/logger.ts'

/**
 * One kind of work that falls due at an instant, on the rows of one table. Any number of workers run it side by side: a row belongs
 * to the worker that claimed it until its lease ends, and running it twice must not matter.
 */
export interface DueWork<Item> {
  /** For the log: "reconcile attempt". */
  readonly name: string
  /** How long a failed row waits at most until it is tried again. */
  readonly longestWaitMs: number
  /** Takes what is due under a lease, with one conditional update; or finds it, where `run` locks it for as long as it takes. */
  claim(now: Date): Promise<readonly Item[]>
  /** Does it, and writes when it is due next or that it is done. `held`: another worker is at it. */
  run(item: Item, now: Date): Promise<'ran' | 'held'>
  /** How often it has failed in a row, until now. */
  failuresOf(item: Item): number
  /** Tries it again at that instant, unless it was done meanwhile, and writes how often it has failed. */
  postpone(item: Item, until: Date, failures: number): Promise<void>
  /** It went well after it had failed. */
  clearFailures(item: Item): Promise<void>
  /** Whether a person must know by now that it fails; `failures`, this one included. */
  isSpent(item: Item, failures: number, now: Date): boolean
  /**
   * Leaves an end that a person is notified of, where a person need know. It is called after every further failure, so notifying twice must
   * not matter; when it throws, it is called again after the next failure.
   */
  giveUp(item: Item, now: Date): Promise<void>
  /** What the log names. */
  idsOf(item: Item): Record<string, number | string>
}

const SHORTEST_WAIT_MS = 1_000

/** How long a row that has failed so often waits: doubled each time, from a second. */
export function backOffMs(failures: number, longestMs: number): number {
  return Math.min(longestMs, SHORTEST_WAIT_MS * 2 ** Math.min(Math.max(failures - 1, 0), 20))
}

interface RunnerDeps {
  clock: Clock
  log: Pick<Logger, 'error'>
}

/**
 * Claims what is due and runs all of it side by side: what fails keeps nothing else waiting. A failed row is tried again at growing
 * distances; once it is spent a person is notified, and it is tried on. Returns how many rows were run without a failure.
 */
export async function runDueWork<Item>(deps: RunnerDeps, work: DueWork<Item>): Promise<number> {
  const now = deps.clock.now()
  const items = await work.claim(now)
  const ran = await Promise.all(items.map((item) => runOne(deps, work, item, now)))
  return ran.filter(Boolean).length
}

async function runOne<Item>({ clock, log }: RunnerDeps, work: DueWork<Item>, item: Item, now: Date): Promise<boolean> {
  const failures = work.failuresOf(item) + 1
  const named = { work: work.name, ...work.idsOf(item), failures }
  const logged = (message: string) => (err: unknown) => log.error({ err, ...named }, message)
  try {
    const hasRun = (await work.run(item, now)) === 'ran'
    if (hasRun && failures > 1) await work.clearFailures(item).catch(logged('Failures could not be cleared'))
    return hasRun
  } catch (error) {
    logged('Due work failed; retrying')(error)
  }
  if (work.isSpent(item, failures, now)) await work.giveUp(item, now).catch(logged('Due work could not be given up'))
  const until = new Date(clock.now().getTime() + backOffMs(failures, work.longestWaitMs))
  // Where even this fails the lease ends by itself.
  await work.postpone(item, until, failures).catch(logged('Due work could not be put off'))
  return false
}
