import { sql } from 'kysely'
import { DISPATCH_ORDER } from '#core/calls/dispatch-order.ts'
import { MAY_BE_DIALLED, NUMBER_TO_DIAL } from '#server/features/calls/public.ts'
import { isPhoneFree, VIRTUAL_TIME } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** The due calls in the order in which they are dispatched, as one poll found them. */
export interface DispatchQueue {
  /** Queues what is due now, unless the last poll is still fresh. Returns whether it polled. */
  refresh(trx: Trx, now: Date, wanted: number): Promise<boolean>
  /** The first calls of the queue, at most this many. They may have been dialled, moved or cancelled since the poll. */
  head(limit: number): readonly number[]
  /** Removes calls that have been dealt with, or are gone. */
  remove(callIds: readonly number[]): void
}

/**
 * A poll stays fresh for this many times its duration: polling takes a twentieth of the time, however many calls are
 * due.
 */
const FRESHNESS_FACTOR = 20
/** The longest time a poll stays fresh: a more urgent call that falls due meanwhile waits no longer to be queued. */
const FRESH_AT_MOST_MS = 5_000
/** A poll this quick is always repeated. */
const QUICK_MS = 10
/** How many calls are queued for each that is wanted now: for the claims that follow. */
const CALLS_AHEAD = 20
/** How many calls are skipped at most: an edit locks its call for some milliseconds. */
const MAX_LOCKED = 500

/**
 * Every account in turn, so that one call of an account never waits behind a hundred of another: an account with a due
 * call is served within `accounts waiting / rate` seconds, whatever the others booked. Of several with the same turn
 * the call whose grace period ends first goes first; within an account the call types have their order. For that all
 * due calls are read and sorted, which takes longer the more there are: then several claims share one poll. The claim
 * checks each call again.
 */
export function dispatchQueue(nowMs: () => number = () => performance.now()): DispatchQueue {
  let queued: readonly number[] = []
  let freshUntilMs = 0
  return {
    async refresh(trx, now, wanted) {
      const beganMs = nowMs()
      if (queued.length > 0 && beganMs < freshUntilMs) return false
      queued = await dueInOrder(trx, now, wanted * CALLS_AHEAD + MAX_LOCKED)
      const endedMs = nowMs()
      const tookMs = endedMs - beganMs
      freshUntilMs = tookMs < QUICK_MS ? 0 : endedMs + Math.min(FRESH_AT_MOST_MS, tookMs * FRESHNESS_FACTOR)
      return true
    },
    head: (limit) => queued.slice(0, limit + MAX_LOCKED),
    remove(callIds) {
      const gone = new Set(callIds)
      queued = queued.filter((id) => !gone.has(id))
    },
  }
}

async function dueInOrder(trx: Trx, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(id order by place) as ids from (
      select id, row_number() over (
        order by greatest(coalesce(turns_taken, 0), ${VIRTUAL_TIME}) + turn,
          -- What makes up for what was missed lets those go first that are due now.
          catch_up_for is not null, dial_by, turn, last_dispatched_at nulls first, dial_at, id
      ) as place
      from (
        select calls.id, calls.account_id, dial_at, dial_by, catch_up_for,
          row_number() over (
            partition by calls.account_id
            order by catch_up_for is not null,
              array_position(${sql.lit(`{${DISPATCH_ORDER.join(',')}}`)}::text[], call_type), dial_at, calls.id
          ) as turn
        from calls join loved_ones on loved_ones.id = calls.loved_one_id
        where dial_at <= ${now} and dial_by >= ${now} and ${MAY_BE_DIALLED}
          -- Those that wait for a phone in use stand in nobody's way.
          and ${isPhoneFree(NUMBER_TO_DIAL, now)}
      ) as due
      left join account_dispatches using (account_id)
      order by place
      limit ${limit}
    ) as queued`.execute(trx)
  return rows[0]?.ids ?? []
}
