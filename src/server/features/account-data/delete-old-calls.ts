import { callsKeptSince } from '#core/retention.ts'
import { type CallPlace, deletePastCalls, lockOldCalls, pageOfOldCalls } from '#server/features/calls/public.ts'
import { deleteIncidentsOf, deleteIncidentsWithoutCalls } from '#server/features/incidents/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'

interface KeepingDeps {
  db: Db
  clock: Clock
  /** How many calendar months calls are kept after their end. */
  keepCallsMonths: number
}

/** Few enough that a transaction with their dials, turns, recordings and incidents ends in good time. */
const BATCH_SIZE = 200

/**
 * Deletes the calls that have been kept long enough with all that belongs to them, then the incidents about no call, the
 * oldest first. `lockOldCalls` says which stay. A batch is one transaction: a call is never there without its incident,
 * and after a crash the next run goes on. Run it once in a while, in any number of workers. Returns how many calls and
 * incidents without a call it deleted.
 */
export async function deleteOldCalls(
  { db, clock, keepCallsMonths }: KeepingDeps,
  isStopped: () => boolean = () => false,
): Promise<number> {
  const before = callsKeptSince(clock.now(), keepCallsMonths)
  let deleted = 0
  for (let after: CallPlace | undefined; !isStopped(); ) {
    const page: CallPlace[] = await pageOfOldCalls(db, { before, after, limit: BATCH_SIZE })
    if (page.length > 0) deleted += await deleteSome(db, page, before)
    after = page.at(-1)
    if (page.length < BATCH_SIZE) break
  }
  while (!isStopped()) {
    const incidents = await deleteIncidentsWithoutCalls(db, { before, limit: BATCH_SIZE })
    deleted += incidents
    if (incidents < BATCH_SIZE) break
  }
  return deleted
}

function deleteSome(db: Db, page: readonly CallPlace[], before: Date): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const ids = await lockOldCalls(
      trx,
      page.map(({ id }) => id),
      before,
    )
    if (ids.length === 0) return 0
    await deleteIncidentsOf(trx, ids)
    await deletePastCalls(trx, ids)
    return ids.length
  })
}
