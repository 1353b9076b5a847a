import { sql } from 'kysely'
import { touch } from '#server/platform/changes/touch.ts'
import type { CareDeps } from '../deps.ts'

/** A call that the provider has taken. */
export interface PlacedCall {
  attemptId: number
  providerCallId: string
  at: Date
}

/**
 * Writes down that the provider has the call. Callbacks may have told so already, and even that it ended. Repeating it
 * changes nothing.
 */
export async function recordPlaced(deps: CareDeps, placed: PlacedCall): Promise<void> {
  await record(deps, [placed], sql``)
}

/** The same for many in one statement that waits for nobody. Returns those whose row somebody else is at. */
export async function recordAllPlaced(deps: CareDeps, placed: readonly PlacedCall[]): Promise<PlacedCall[]> {
  const reached = await record(deps, placed, sql`skip locked`)
  return placed.filter(({ attemptId }) => !reached.has(attemptId))
}

async function record(
  { db, timing }: CareDeps,
  placed: readonly PlacedCall[],
  orSkip: ReturnType<typeof sql>,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; accountId: number | null }>`
    with taken as (
      select * from unnest(
        ${placed.map(({ attemptId }) => attemptId)}::bigint[],
        ${placed.map(({ providerCallId }) => providerCallId)}::text[],
        ${placed.map(({ at }) => new Date(at.getTime() + timing.firstPollMs))}::timestamptz[]
      ) as taken (id, provider_call_id, next_at)
    ), reached as (
      select id from attempts where id in (select id from taken) for update ${orSkip}
    ), placed as (
      update attempts
      set state = 'placed', provider_call_id = taken.provider_call_id, next_at = taken.next_at
      from taken, calls
      where attempts.id = taken.id and attempts.id in (select id from reached)
        and attempts.state in ('dialling', 'unknown') and calls.id = attempts.call_id
      returning attempts.id, calls.account_id
    )
    select id, placed.account_id from reached left join placed using (id)`.execute(db)
  const accounts = rows.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]))
  if (accounts.length > 0) await touch(db, accounts, 'calls')
  return new Set(rows.map(({ id }) => id))
}
