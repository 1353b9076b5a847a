import { sql } from 'kysely'
import { DISPATCH_ORDER } from '#core/calls/dispatch-order.ts'
import { MAY_LEAVE, NUMBER_TO_DIAL } from '#server/features/calls/public.ts'
import { isPhoneFree, TURN_REACHED } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** The calls that are due, in the order in which they leave, as one look found them. */
export interface DispatchQueue {
  /** Lines up what is due now, unless the last look is still good. Says whether it looked. */
  lineUp(trx: Trx, now: Date, wanted: number): Promise<boolean>
  /** Who stands at the front, so many at most. They may have left, been moved or cancelled since the look. */
  front(most: number): readonly number[]
  /** These have been dealt with, or are gone. */
  leave(callIds: readonly number[]): void
}

/** A look is good for so many times as long as it took: looking takes a twentieth of the time, however many are due. */
const GOOD_FOR_ITS_TIMES = 20
/** A more urgent call that falls due meanwhile waits no longer than that for its turn. */
const GOOD_AT_MOST_MS = 5_000
/** So quick a look is worth no old one. */
const QUICK_MS = 10
/** So many are lined up for each that is wanted now: for the claims that follow. */
const CALLS_AHEAD = 20
/** So many are looked past at most: an edit holds its call for some milliseconds. */
const MAX_LOCKED = 500

/**
 * Every account in turn, so that nobody's one call waits behind somebody's hundred: an account with something due leaves within
 * `accounts waiting / rate` seconds, whatever the others booked. Of several with the same turn the one whose grace ends first
 * goes first; within an account the types have their order. For that all that are due are read and sorted, which takes longer the
 * more there are: then several claims live on one look. Whoever claims checks each call once more.
 */
export function dispatchQueue(nowMs: () => number = () => performance.now()): DispatchQueue {
  let line: readonly number[] = []
  let goodUntilMs = 0
  return {
    async lineUp(trx, now, wanted) {
      const beganMs = nowMs()
      if (line.length > 0 && beganMs < goodUntilMs) return false
      line = await dueInOrder(trx, now, wanted * CALLS_AHEAD + MAX_LOCKED)
      const endedMs = nowMs()
      const tookMs = endedMs - beganMs
      goodUntilMs = tookMs < QUICK_MS ? 0 : endedMs + Math.min(GOOD_AT_MOST_MS, tookMs * GOOD_FOR_ITS_TIMES)
      return true
    },
    front: (most) => line.slice(0, most + MAX_LOCKED),
    leave(callIds) {
      const gone = new Set(callIds)
      line = line.filter((id) => !gone.has(id))
    },
  }
}

async function dueInOrder(trx: Trx, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`
    select array_agg(id order by place) as ids from (
      select id, row_number() over (
        order by greatest(coalesce(turns_taken, 0), ${TURN_REACHED}) + turn,
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
        where dial_at <= ${now} and dial_by >= ${now} and ${MAY_LEAVE}
          -- Those that wait for a phone in use stand in nobody's way.
          and ${isPhoneFree(NUMBER_TO_DIAL, now)}
      ) as due
      left join account_dispatches using (account_id)
      order by place
      limit ${limit}
    ) as line`.execute(trx)
  return rows[0]?.ids ?? []
}
