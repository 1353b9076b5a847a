import { sql } from 'kysely'
import type { CareDeps } from './deps.ts'

/** The right to ask the provider to ring for an attempt, for a while from `at` on. */
export interface Hold {
  at: Date
  /** Settled with it: what is announced and what the provider is asked for can never differ. */
  isRecorded: boolean
}

/** By then every call is over and its recording has been told of, unless the callback was lost. */
const RECORDING_LOOK_MS = 10 * 60_000

/**
 * The fence before a dial: holds the attempts for as long as the requests may take, if nobody has looked into them since
 * the claim and their calls are still under way. Two dials would be two rings. Those that are not in the answer are not
 * to be dialled. Many in one statement; one whose row somebody else is at is waited for by itself and holds up no other.
 */
export async function holdAttempts(deps: CareDeps, attemptIds: readonly number[]): Promise<Map<number, Hold>> {
  const [only] = attemptIds
  if (only === undefined) return new Map()
  if (attemptIds.length === 1) return (await hold(deps, [only], sql``)).held
  const { held, reached } = await hold(deps, attemptIds, sql`skip locked`)
  const busy = attemptIds.filter((id) => !reached.has(id))
  const later = await Promise.all(busy.map((id) => holdAttempts(deps, [id])))
  for (const each of later) for (const [id, hold] of each) held.set(id, hold)
  return held
}

async function hold({ db, clock, timing }: CareDeps, ids: readonly number[], orSkip: ReturnType<typeof sql>) {
  const now = clock.now()
  const { rows } = await sql<{ id: number; isRecorded: boolean | null }>`
    with reached as (
      select id from attempts where id = any(${ids}::bigint[]) for update ${orSkip}
    ), held as (
      update attempts set
        settle_at = ${new Date(now.getTime() + timing.settleAfterMs)},
        asked_at = ${now},
        is_recorded = loved_ones.record_calls,
        recording_look_at =
          case when loved_ones.record_calls then ${new Date(now.getTime() + RECORDING_LOOK_MS)}::timestamptz end
      from calls join loved_ones on loved_ones.id = calls.loved_one_id
      where attempts.id in (select id from reached) and attempts.state = 'dialling' and attempts.settle_tries = 0
        and calls.id = attempts.call_id and calls.status = 'in_progress'
      returning attempts.id, attempts.is_recorded
    )
    select id, held.is_recorded from reached left join held using (id)`.execute(db)
  const held = new Map<number, Hold>()
  for (const { id, isRecorded } of rows) if (isRecorded !== null) held.set(id, { at: now, isRecorded })
  return { held, reached: new Set(rows.map(({ id }) => id)) }
}
