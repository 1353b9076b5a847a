import { backOffMs } from '#core/back-off.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import { type DueRow, type DueTable, postponeDue, releaseDue } from './due-rows.ts'

/** Work that falls due on the rows of one table. A row belongs to its worker until the lease ends; running it twice must not matter. */
export interface DueWork<Item extends DueRow> {
  /** For the log and for mails: "reconcile dial". */
  readonly name: string
  readonly table: DueTable
  /** The longest wait before a failed row is retried. */
  readonly longestWaitMs: number
  /** Takes what is due under a lease: `claimDue`. */
  claim(now: Date): Promise<readonly Item[]>
  /** Does it and writes when it is due next. `locked`: another worker has it. `failed`: to be retried, with nothing thrown. */
  run(item: Item, now: Date): Promise<'ran' | 'locked' | 'failed'>
  /** By when a failed row is retried at the latest; by default its back-off decides. */
  noLaterThan?(item: Item, until: Date): Date
  /** Whether a person must know by now that it fails; `failures`, this one included. */
  isExhausted(item: Item, failures: number, now: Date): boolean
  /** Writes an end that a person is notified of. It is called again after every further failure, so notifying twice must not matter. */
  giveUp(item: Item, now: Date): Promise<void>
  /** The key of its row. */
  keyOf(item: Item): number | string
  /** What the log names. */
  idsOf(item: Item): Record<string, number | string>
}

interface RunnerDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
}

/**
 * Claims what is due and runs all of it concurrently: a failure keeps nothing else waiting. A failed row is retried at growing
 * intervals; once it is exhausted a person is notified, and it is still retried. Returns how many rows were run without a failure.
 */
export async function runDueWork<Item extends DueRow>(deps: RunnerDeps, work: DueWork<Item>): Promise<number> {
  const now = deps.clock.now()
  const items = await work.claim(now)
  const ran = await Promise.all(items.map((item) => runOne(deps, work, item, now)))
  return ran.filter(Boolean).length
}

async function runOne<Item extends DueRow>(
  { db, clock, log }: RunnerDeps,
  work: DueWork<Item>,
  item: Item,
  now: Date,
): Promise<boolean> {
  const key = work.keyOf(item)
  const failures = item.failures + 1
  const named = { work: work.name, ...work.idsOf(item), failures }
  const logged = (message: string) => (err: unknown) => log.error({ err, ...named }, message)
  const ended = await work.run(item, now).catch((error: unknown) => {
    logged('Due work failed; retrying')(error)
    return 'failed' as const
  })
  if (ended !== 'failed') {
    const release = { ...item, failures: ended === 'ran' ? 0 : item.failures }
    await releaseDue(db, work.table, key, release).catch(logged('Lease not released; it runs out by itself'))
    return ended === 'ran'
  }
  if (work.isExhausted(item, failures, now))
    await work.giveUp(item, now).catch(logged('End of failed work could not be saved; retrying'))
  const failedAt = clock.now()
  const backOff = new Date(failedAt.getTime() + backOffMs(failures, { longestMs: work.longestWaitMs }))
  const until = work.noLaterThan?.(item, backOff) ?? backOff
  const postponed = { now: failedAt, until, failures, claimedUntil: item.claimedUntil }
  // Where even this fails the lease ends by itself.
  await postponeDue(db, work.table, key, postponed).catch(
    logged('Due work not postponed; it is due again when its lease ends'),
  )
  return false
}
