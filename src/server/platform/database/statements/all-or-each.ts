import { sql } from 'kysely'
import { codeOf, databaseFault } from '../connection/database-error.ts'
import type { Trx } from '../database.ts'

/** Classes of SQLSTATE that one row causes: data exception, constraint violation, an error that a trigger raises, corrupted data. */
const ROW_FAULTS = /^(22|23|P0|XX00[12]$)/

/** Reports a row that cannot be written. It keeps no other from being written. */
export type OnSpoilt = (row: { table: string; id: number }, error: unknown) => void

interface EachOf<Item> {
  /** Writes some of the items. Repeated for each one where it failed for several, so it changes nothing outside its transaction. */
  write: (items: readonly Item[]) => Promise<void>
  /** What becomes of an item that cannot be written. */
  spoilt: (item: Item, error: unknown) => Promise<void> | void
}

/**
 * Writes all items at once; where one of them makes that fail, each by itself, so that one spoilt row keeps no other from being
 * written. An error that is not about a row (connection lost, deadlock, disk full) is thrown: the transaction must be retried as
 * a whole.
 */
export async function allOrEach<Item>(
  trx: Trx,
  items: readonly Item[],
  { write, spoilt }: EachOf<Item>,
): Promise<void> {
  if (items.length === 0) return
  const error = await inSavepoint(trx, () => write(items))
  if (error === null) return
  if (items.length === 1) return spoilt(items[0] as Item, error)
  for (const item of items) {
    const alone = await inSavepoint(trx, () => write([item]))
    if (alone !== null) await spoilt(item, alone)
  }
}

/** Does the work, or nothing of it where one row makes it fail. Returns that error, else null. */
export async function inSavepoint(trx: Trx, work: () => Promise<void>): Promise<unknown> {
  await sql`savepoint one_part`.execute(trx)
  try {
    await work()
    await sql`release savepoint one_part`.execute(trx)
    return null
  } catch (error) {
    if (!isRowFault(error)) throw error
    await sql`rollback to savepoint one_part`.execute(trx)
    return error
  }
}

/** An error without a code is thrown by our own code about what it has read. */
function isRowFault(error: unknown): boolean {
  const code = codeOf(error)
  return code === undefined ? databaseFault(error) === 'other' : ROW_FAULTS.test(code)
}
