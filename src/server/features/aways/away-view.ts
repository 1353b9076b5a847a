import type { Away } from '#contract/people/aways.ts'
import { firstCallFrom } from '#server/features/calls/public.ts'
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

/** No list is longer. */
const MAX_LISTED = 200

/** The times away of everybody of the account that have not ended, soonest first, at most 200. */
export async function listAwaysOfAll(deps: ViewDeps, accountId: number): Promise<Away[]> {
  const rows = await rowsOf(deps.db, accountId).where('aways.endsAt', '>', deps.clock.now()).limit(MAX_LISTED).execute()
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

function present({ db, clock, sealing }: ViewDeps, rows: readonly Row[]): Promise<Away[]> {
  const now = clock.now()
  return Promise.all(
    rows.map(async (row) => ({
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
      callsStartAgainAt: (await firstCallFrom(db, row.lovedOneId, row.endsAt))?.toISOString() ?? null,
    })),
  )
}
