import { sql } from 'kysely'
import type { AwaysQuery } from '#contract/list-pages.ts'
import type { Away } from '#contract/people/aways.ts'
import { firstCallsFrom } from '#server/features/calls/public.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { openNote } from './away-note.ts'
import type { AwaysDeps } from './deps.ts'

type ViewDeps = Pick<AwaysDeps, 'db' | 'clock' | 'sealing'>

/** The times away of a loved one of the account that have not ended, soonest first. */
export async function listAways(deps: ViewDeps, accountId: number, lovedOneId: number): Promise<Away[]> {
  await ownLovedOne(deps.db, accountId, lovedOneId)
  const now = deps.clock.now()
  const rows = await rowsOf(deps.db, accountId)
    .where('aways.lovedOneId', '=', lovedOneId)
    .where('aways.endsAt', '>', now)
    .execute()
  return present(deps, rows)
}

/** The times away of everybody of the account that have not ended, soonest first; `after` as X-Next says. */
export async function listAwaysOfAll(deps: ViewDeps, accountId: number, { limit, after }: AwaysQuery): Promise<Away[]> {
  const anchor = after?.at
    ? sql`(${after.at}::timestamptz, ${after.id})`
    : sql`(
    select anchor.starts_at, anchor.id from aways as anchor where anchor.id = ${after?.id} and anchor.account_id = ${accountId})`
  const rows = await rowsOf(deps.db, accountId)
    .where('aways.endsAt', '>', deps.clock.now())
    .$if(after !== undefined, (query) => query.where(sql<boolean>`(aways.starts_at, aways.id) > ${anchor}`))
    .limit(limit)
    .execute()
  return present(deps, rows)
}

/** Times away of the account, by their ids. */
export async function findAways(deps: ViewDeps, accountId: number, ids: readonly number[]): Promise<Away[]> {
  return present(
    deps,
    await rowsOf(deps.db, accountId)
      .where('aways.id', 'in', [0, ...ids])
      .execute(),
  )
}

function rowsOf(db: Db, accountId: number) {
  return db
    .selectFrom('aways')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'aways.lovedOneId')
    .selectAll('aways')
    .select(['lovedOnes.name', 'lovedOnes.timezone'])
    .where('aways.accountId', '=', accountId)
    .orderBy('aways.startsAt')
    .orderBy('aways.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

async function present({ db, clock, sealing }: ViewDeps, rows: readonly Row[]): Promise<Away[]> {
  const now = clock.now()
  const again = await firstCallsFrom(
    sealing,
    db,
    rows.map(({ lovedOneId, endsAt }) => ({ lovedOneId, from: endsAt })),
  )
  return rows.map((row, place) => ({
    id: row.id,
    lovedOneId: row.lovedOneId,
    lovedOneName: row.name,
    timezone: row.timezone,
    from: row.startsOn,
    until: row.endsOn,
    startsAt: row.startsAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    reason: row.reason,
    note: openNote(sealing, row),
    isNow: row.startsAt <= now && now < row.endsAt,
    callsStartAgainAt: again[place]?.at?.toISOString() ?? null,
  }))
}
