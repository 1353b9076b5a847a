import { sql } from 'kysely'
import { type Clock, isClockInSync } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { allOrEach, type OnSpoilt } from '#server/platform/database/statements/all-or-each.ts'
import { TIMELINE } from '#server/platform/database/timeline.ts'
import type { DialTiming } from './dial-timing.ts'

/**
 * Runs once for each fail-over, under the lock of the fence, before anything is dialled: whatever was
 * under way or due is asked about first.
 */
export type AfterFailover = (trx: Trx, lost: Omit<Failover, 'onSpoilt'>) => Promise<void>

/** What the database may have lost when it failed over to a standby that lagged behind. */
export interface Failover {
  /** The timeline that is left behind, and the new one. */
  from: string
  to: string
  now: Date
  /** What was due until then may have been claimed by another worker, whose clock is a little ahead. */
  dueUntil: Date
  /** From when the provider is asked: a worker that leased a dial in the lost time may still be sending it until then. */
  askAt: Date
  /** A row that cannot be put in doubt. */
  onSpoilt: OnSpoilt
}

/** Clocks of machines may be so far apart, in milliseconds (`platform/clock/clock-watch.ts`). */
const CLOCKS_APART_MS = 2_000

/** Whether the row was written on another timeline than the database's: part of a statement that reads `dial_fence`. */
export const IS_OTHER_TIMELINE = sql<boolean>`(${TIMELINE} is not null and timeline is distinct from ${TIMELINE})`

export interface FailoverDeps {
  clock: Clock
  timing: Pick<DialTiming, 'reconcileAfterMs'>
  afterFailover: AfterFailover
}

/**
 * Checks whether the database has failed over, and if so does what must come before anything else. For a new connection: a
 * fail-over ends all that there were, except behind a pooler in transaction mode, where the next claim checks. Does nothing while the
 * clock is not in sync; nothing is dialled then either.
 */
export async function noticeFailover(db: Db, deps: FailoverDeps): Promise<void> {
  if (!isClockInSync(deps.clock)) return
  const fence = await db.selectFrom('dialFence').select(IS_OTHER_TIMELINE.as('hasFailedOver')).executeTakeFirstOrThrow()
  if (!fence.hasFailedOver) return
  await db.transaction().execute(async (trx) => {
    // Of several connections one does it; the others wait here, without a limit for locks, and find it done.
    await sql`set local lock_timeout = 0`.execute(trx)
    const locked = await trx
      .selectFrom('dialFence')
      .select(IS_OTHER_TIMELINE.as('hasFailedOver'))
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (locked.hasFailedOver) await handleFailover(trx, deps)
  })
}

/** The fence is locked and was written on another timeline. */
export async function handleFailover(trx: Trx, { clock, timing, afterFailover }: FailoverDeps): Promise<void> {
  const now = clock.now()
  const { from, to } = await trx
    .selectFrom('dialFence')
    .select(['timeline as from', TIMELINE.as('to')])
    .executeTakeFirstOrThrow()
  // Not known before: there is no sign that anything was lost.
  if (from !== null && to !== null) {
    const askAt = new Date(now.getTime() + timing.reconcileAfterMs)
    await afterFailover(trx, { from, to, now, dueUntil: new Date(now.getTime() + CLOCKS_APART_MS), askAt })
  }
  await keepTimeline(trx)
}

/** From now on the timeline of this database is the one on which calls are dialled. */
export async function keepTimeline(trx: Trx): Promise<void> {
  await trx.updateTable('dialFence').set({ timeline: TIMELINE }).execute()
}

/** Notes when the fail-over was found, and since when what was written may have been lost (null: not known). */
export async function recordFailoverTime(trx: Trx, { movedAt, keptUntil }: { movedAt: Date; keptUntil: Date | null }) {
  await trx.updateTable('dialFence').set({ movedAt, keptUntil }).execute()
}

/** For this long after a fail-over, callbacks may arrive about rows that were lost, and steps may be taken again. */
const LATELY_MS = 15 * 60_000
/** In milliseconds. A dial that is older is given up by the reconciler, which would stop a phone that rings. */
const MAX_ASSUMED_LOSS_MS = 5 * 60_000

/**
 * Rows written after this instant may be lost, if the database has failed over in the last quarter of an hour; else null.
 * Never more than five minutes ago, whatever was lost.
 */
export async function mayBeLostSince(trx: Trx, now: Date): Promise<Date | null> {
  const fence = await trx
    .selectFrom('dialFence')
    .select(['movedAt', 'keptUntil'])
    .where('movedAt', '>', new Date(now.getTime() - LATELY_MS))
    .executeTakeFirst()
  if (!fence?.movedAt) return null
  return new Date(Math.max((fence.keptUntil ?? fence.movedAt).getTime(), now.getTime() - MAX_ASSUMED_LOSS_MS))
}

/** A claim that waited for the fence reads an older clock than the one that dealt with the fail-over. */
const BEFORE_ANY_CLAIM_MS = 3_600_000

/** Until when a due call may be dialled that could not be put in doubt by the fail-over found at `movedAt`: it is overdue for every claim. */
export const inDoubtDialBy = (movedAt: Date): Date => new Date(movedAt.getTime() - BEFORE_ANY_CLAIM_MS)

/** Whether a call is overdue because it could not be put in doubt by the last fail-over: it may have been dialled in the lost time. */
export async function isInDoubt(trx: Trx, { dialBy }: { dialBy: Date | null }): Promise<boolean> {
  if (dialBy === null) return false
  const movedAt = new Date(dialBy.getTime() + BEFORE_ANY_CLAIM_MS)
  const fence = await trx.selectFrom('dialFence').select('movedAt').where('movedAt', '=', movedAt).executeTakeFirst()
  return fence !== undefined
}

/**
 * After a fail-over the outcome of an open dial may be lost, an answer as well. The worker that had claimed a dial and not
 * recorded it as placed does not dial it; the provider is asked first. A try by text does not change: its message is
 * reconciled, and lost replies are found. Returns how many dials are in doubt.
 */
export async function putOpenDialsInDoubt(
  trx: Trx,
  { now, askAt, onSpoilt }: Pick<Failover, 'now' | 'askAt' | 'onSpoilt'>,
): Promise<number> {
  const open = await trx
    .selectFrom('dials')
    .select('id')
    .where('state', 'in', ['dialling', 'unknown', 'placed'])
    .where('messageId', 'is', null)
    .forUpdate()
    .execute()
  let spoilt = 0
  await allOrEach(trx, open, {
    write: (dials) => putInDoubt(trx, dials, { now, askAt }),
    spoilt({ id }, error) {
      spoilt++
      onSpoilt({ table: 'dials', id }, error)
    },
  })
  return open.length - spoilt
}

async function putInDoubt(
  trx: Trx,
  dials: readonly { id: number }[],
  { now, askAt }: Pick<Failover, 'now' | 'askAt'>,
): Promise<void> {
  await trx
    .updateTable('dials')
    .set((eb) => ({
      outcomeUnknownSince: now,
      state: eb
        .case()
        .when('state', '=', 'dialling')
        .then('unknown' as const)
        .else(eb.ref('state'))
        .end(),
      nextAt: eb
        .case()
        .when('state', '=', 'placed')
        .then(eb.ref('nextAt'))
        .else(eb.fn<Date>('greatest', ['nextAt', eb.val(askAt)]))
        .end(),
    }))
    .where('id', '=', (eb) => eb.fn.any(eb.val(dials.map(({ id }) => id))))
    .execute()
}
