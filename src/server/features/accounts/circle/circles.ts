import type { Circle } from '#contract/accounts/circle.ts'
import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import { circleName } from './circle-name.ts'

/** The circles that a person belongs to: their own first, then in the order in which they joined. */
export async function circlesOf(db: Db, personId: number): Promise<Circle[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('accounts', 'accounts.id', 'members.accountId')
    .innerJoin('owners', 'owners.accountId', 'members.accountId')
    .select(['members.accountId as id', 'members.role', 'owners.firstName', 'owners.username'])
    .where('members.personId', '=', personId)
    .where('accounts.deletionBeganAt', 'is', null)
    .orderBy((eb) => eb('members.role', '=', 'owner'), 'desc')
    .orderBy('members.joinedAt')
    .orderBy('members.accountId')
    .execute()
  return rows.map(({ id, role, ...owner }) => ({ id, role, name: circleName(owner) }))
}

/** The session goes on in another circle of the person. A circle that they do not belong to is not found. */
export async function enterCircle(
  db: Db,
  { tokenHash, personId }: { tokenHash: Buffer; personId: number },
  accountId: number,
): Promise<void> {
  const entered = await db
    .updateTable('sessions')
    .set({ accountId })
    .where('tokenHash', '=', tokenHash)
    .where('personId', '=', personId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('members')
          .innerJoin('accounts', 'accounts.id', 'members.accountId')
          .select('members.personId')
          .where('members.accountId', '=', accountId)
          .where('members.personId', '=', personId)
          .where('accounts.deletionBeganAt', 'is', null)
          .where('accounts.suspendedByAdminAt', 'is', null),
      ),
    )
    .executeTakeFirst()
  if (entered.numUpdatedRows === 0n) throw notFound('Circle')
}
