import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'

/**
 * Locks loved ones, then those of their times away that `which` selects, in the order of their ids. The loved ones first,
 * as everywhere; the times away are read after the wait: meanwhile they may have been moved or taken back.
 */
export async function lockAways(
  trx: Trx,
  lovedOneIds: readonly number[],
  which: (eb: ExpressionBuilder<Database, 'aways'>) => ExpressionWrapper<Database, 'aways', SqlBool>,
) {
  if (lovedOneIds.length === 0) return []
  const people = await trx
    .selectFrom('lovedOnes')
    .select(['id', 'name', 'timezone'])
    .where('id', 'in', [...lovedOneIds])
    .orderBy('id')
    .forUpdate()
    .execute()
  const of = new Map(people.map(({ id, ...person }) => [id, person]))
  const aways = await trx
    .selectFrom('aways')
    .selectAll()
    .where('lovedOneId', 'in', [...lovedOneIds])
    .where(which)
    .orderBy('id')
    .forUpdate()
    .execute()
  return aways.flatMap((away) => {
    const person = of.get(away.lovedOneId)
    return person ? [{ ...away, ...person }] : []
  })
}
