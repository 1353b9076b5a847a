import { type RawBuilder, sql } from 'kysely'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Logger } from '#server/platform/health/logger.ts'

/** Up to this rate, in calls a second, load is not what makes callbacks slow, and slowing would delay each call by seconds. */
const SLOWED_ABOVE = 10
/** What is left of the rate after a slow callback. */
const DECREASE = 0.8
/** Never less than this share of the rate. */
const LEAST_SHARE = 0.1
/** From nothing to the whole rate, if no callback is slow meanwhile. */
const RECOVERY_SECONDS = 60
/** How often the rate decreases, at most, however many processes have slow callbacks. */
const EVERY_MS = 1_000
/** After so long without a slow callback, the next one is logged. */
const QUIET_MS = 60_000
/**
 * What is further in the future was written by a clock that was wrong. Longer than a statement can wait for a connection
 * and for the row: one that waited must not take what was written meanwhile for that, and speed dialling up.
 */
const CLOCK_IS_WRONG_MS = 60_000

interface SlowDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'warn'>
  /** The provider's rate of one number. */
  callsPerSecond: number
}

/** Whether slow callbacks slow dialling at this rate. */
const isSlowedAt = (callsPerSecond: number): boolean => callsPerSecond > SLOWED_ABOVE

/** The rate of a number, in calls a second, at this share of it: never less than what is not slowed at all. */
export const slowedRate = (callsPerSecond: number, share: number): number =>
  isSlowedAt(callsPerSecond) ? Math.max(SLOWED_ABOVE, callsPerSecond * share) : callsPerSecond

/**
 * Makes the function to call when a callback of the provider is answered slowly: all workers then dial at four fifths of the
 * present rate, and recover little by little, as TCP does. A call that leaves later is better than one that is picked up
 * and silent. Dialling never stops. The rate is in the database, because the processes that answer need not be the ones
 * that dial. Returns at once and never throws; does nothing at low rates.
 */
export function slowDialling({ db, clock, log, callsPerSecond }: SlowDeps): () => void {
  let last = Number.NEGATIVE_INFINITY
  let isWriting = false
  const logged = new Set<string>()
  const warnOnce = (message: string, err?: unknown) => {
    if (logged.has(message)) return
    logged.add(message)
    log.warn({ err }, message)
  }
  return () => {
    const now = clock.now()
    const sinceMs = Math.abs(now.getTime() - last)
    // One statement at a time: while the database is slow, it takes one connection from others, not many.
    if (!isSlowedAt(callsPerSecond) || isWriting || sinceMs < EVERY_MS) return
    if (sinceMs > QUIET_MS) logged.clear()
    isWriting = true
    last = now.getTime()
    db.updateTable('dialFence')
      .set({ slowedTo: sql`greatest(${LEAST_SHARE}, ${DECREASE} * ${shareOfRate(now)})`, slowedAt: now })
      .where(sql<boolean>`slowed_at not between ${new Date(now.getTime() - EVERY_MS)} and ${latest(now)}`)
      .executeTakeFirst()
      .then(({ numUpdatedRows }) => {
        if (numUpdatedRows > 0n) warnOnce('Callbacks are answered slowly; dialling is slowed down')
      })
      .catch((err) => warnOnce('Dialling could not be slowed down', err))
      .finally(() => {
        isWriting = false
      })
  }
}

/** The rate of a number at `now`, in calls a second. */
export async function currentRate(db: Db, callsPerSecond: number, now: Date): Promise<number> {
  if (!isSlowedAt(callsPerSecond)) return callsPerSecond
  const { share } = await db.selectFrom('dialFence').select(shareOfRate(now).as('share')).executeTakeFirstOrThrow()
  return slowedRate(callsPerSecond, share)
}

/**
 * The share of the provider's rate that may be used at `now`, from 0.1 to 1: part of a statement that reads `dial_fence`.
 * A time more than a minute in the future was written by a clock that was wrong, and slows nothing.
 */
export function shareOfRate(now: Date): RawBuilder<number> {
  return sql`case
    when slowed_at > ${latest(now)}::timestamptz then 1
    else least(1, slowed_to + greatest(0, extract(epoch from ${now}::timestamptz - slowed_at)) / ${RECOVERY_SECONDS})
  end::float8`
}

const latest = (now: Date): Date => new Date(now.getTime() + CLOCK_IS_WRONG_MS)
