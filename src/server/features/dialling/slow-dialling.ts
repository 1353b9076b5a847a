import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'

/** What is left of the rate after a late answer. */
const DECREASE = 0.8
/** Never less than this share of the rate. */
const LEAST_SHARE = 0.1
/** From nothing to the whole rate, if nothing is late meanwhile. */
const RECOVERY_SECONDS = 60
/** How often the rate decreases, at most, however many processes are late. */
const EVERY_MS = 1_000
/** For so long without a late answer, the next one is logged. */
const QUIET_MS = 60_000
/** Workers' clocks may differ by so much. */
const CLOCKS_DIFFER_MS = 1_000

interface SlowDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'warn'>
}

/**
 * The function to call when an answer to the provider is late: all workers then dial at four fifths of the present rate,
 * and recover little by little, as TCP does. A call that leaves later is better than one that is picked up and silent.
 * Dialling never stops. The rate is in the database, because the processes that answer need not be the ones that dial.
 * Returns at once and never throws.
 */
export function slowDialling({ db, clock, log }: SlowDeps): () => void {
  let last = Number.NEGATIVE_INFINITY
  let isWriting = false
  return () => {
    const now = clock.now()
    const sinceMs = Math.abs(now.getTime() - last)
    // While the database is away, others wait for the connections.
    if (isWriting || sinceMs < EVERY_MS) return
    isWriting = true
    last = now.getTime()
    if (sinceMs > QUIET_MS) log.warn('The phone provider is answered late; dialling is slowed down')
    db.updateTable('dialFence')
      .set({ slowedTo: sql`greatest(${LEAST_SHARE}, ${DECREASE} * ${shareOfRate(now)})`, slowedAt: now })
      .where(sql<boolean>`slowed_at not between ${new Date(now.getTime() - EVERY_MS)} and ${latest(now)}`)
      .execute()
      .catch((err) => log.warn({ err }, 'Dialling could not be slowed down'))
      .finally(() => {
        isWriting = false
      })
  }
}

/**
 * The share of the provider's rate that may be used at `now`, from 0.1 to 1: part of a statement that reads `dial_fence`.
 * A time in the future was written by a clock that was ahead, and slows nothing.
 */
export function shareOfRate(now: Date): RawBuilder<number> {
  return sql`case
    when slowed_at > ${latest(now)}::timestamptz then 1
    else least(1, slowed_to + greatest(0, extract(epoch from ${now}::timestamptz - slowed_at)) / ${RECOVERY_SECONDS})
  end::float8`
}

/** What is later was written by a clock that was wrong. */
const latest = (now: Date): Date => new Date(now.getTime() + CLOCKS_DIFFER_MS)
