import type { Trx } from '#server/platform/database/database.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'

/** A family saves one number. A circle with more people than this, a home perhaps, takes a further number for each so many. */
const SAME_NUMBER = 20

/**
 * From which number of ours somebody is rung who is added to an account: from that of the person added last, until so many of the
 * account are rung from it; else from the number with the fewest people of all.
 */
export async function numberForNew(trx: Trx, ownNumbers: OwnNumbers, accountId: number): Promise<string> {
  const [main, ...others] = ownNumbers
  if (others.length === 0) return main
  const last = await trx
    .selectFrom('lovedOnes')
    .select('rungFrom')
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const same = ownNumbers.find((number) => number === (last?.rungFrom ?? (last && main)))
  if (same !== undefined) {
    const { people } = await trx
      .selectFrom('lovedOnes')
      .select((eb) => eb.fn.countAll<number>().as('people'))
      .where('accountId', '=', accountId)
      .where('rungFrom', '=', same)
      .executeTakeFirstOrThrow()
    if (people < SAME_NUMBER) return same
  }
  const rows = await trx
    .selectFrom('lovedOnes')
    .select(['rungFrom', (eb) => eb.fn.countAll<number>().as('people')])
    .groupBy('rungFrom')
    .execute()
  const peopleOf = new Map(rows.map(({ rungFrom, people }) => [rungFrom, people]))
  return ownNumbers.toSorted((one, other) => (peopleOf.get(one) ?? 0) - (peopleOf.get(other) ?? 0))[0] ?? main
}
