import { sql } from 'kysely'
import type { CareDeps } from '../deps.ts'

/** The right to ask the provider to ring for an attempt, for a while from `at` on. */
export interface Hold {
  at: Date
}

/**
 * The fence before a dial: holds the attempt for as long as the request may take, if nobody has looked into it since the
 * claim and its call is still under way; otherwise it is not to be dialled. Two dials would be two rings. Nor where the
 * machine was asleep since the claim: nobody is rung at eleven for nine o'clock.
 */
export async function holdAttempt(deps: CareDeps, attemptId: number): Promise<Hold | undefined> {
  return (await hold(deps, [attemptId], sql``)).get(attemptId)
}

/**
 * The same for many in one statement that waits for nobody: those whose row somebody else is at are not in the answer
 * either, and are to be held by themselves.
 */
export function holdAttempts(deps: CareDeps, attemptIds: readonly number[]): Promise<Map<number, Hold>> {
  return hold(deps, attemptIds, sql`skip locked`)
}

async function hold(
  { db, clock, timing }: CareDeps,
  ids: readonly number[],
  orSkip: ReturnType<typeof sql>,
): Promise<Map<number, Hold>> {
  const now = clock.now()
  const { rows } = await sql<{ id: number }>`
    with reached as (
      select id from attempts where id = any(${ids}::bigint[]) for update ${orSkip}
    )
    update attempts set
        next_at = ${new Date(now.getTime() + timing.settleAfterMs)},
        asked_at = ${now},
        is_recorded = loved_ones.record_calls
      from calls join loved_ones on loved_ones.id = calls.loved_one_id
      where attempts.id in (select id from reached) and attempts.state = 'dialling' and attempts.tries = 0
        and attempts.next_at > ${now} and calls.id = attempts.call_id and calls.status = 'in_progress'
    returning attempts.id`.execute(db)
  return new Map(rows.map(({ id }) => [id, { at: now }]))
}
