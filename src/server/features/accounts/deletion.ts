import { keepNames } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Plans the deletion of an account. Returns when it is due; null when it was planned before, and nothing changes. */
export async function planDeletion(trx: Trx, accountId: number, deleteAt: Date): Promise<Date | null> {
  const planned = await trx
    .updateTable('accounts')
    .set({ deleteAt })
    .where('id', '=', accountId)
    .where('deleteAt', 'is', null)
    .returning('deleteAt')
    .executeTakeFirst()
  return planned?.deleteAt ?? null
}

/** Keeps an account whose deletion was planned and has not begun. Returns whether there was one. */
export async function keepAccount(trx: Trx, accountId: number): Promise<boolean> {
  const kept = await trx
    .updateTable('accounts')
    .set({ deleteAt: null })
    .where('id', '=', accountId)
    .where('deleteAt', 'is not', null)
    .where('deletionBeganAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** The point of no return of an account whose day has come: everybody is signed out. False where it was kept, or has begun before. */
export async function beginDeletion(trx: Trx, accountId: number, now: Date): Promise<boolean> {
  const begun = await trx
    .updateTable('accounts')
    .set({ deletionBeganAt: now })
    .where('id', '=', accountId)
    .where('deleteAt', '<=', now)
    .where('deletionBeganAt', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!begun) return false
  await trx.deleteFrom('sessions').where('accountId', '=', accountId).execute()
  return true
}

/**
 * The row, and with it everything that belongs to it; also its members who belong to no other circle. An admin who is a
 * member, and not the owner, keeps their login: this Cooee may have no other.
 */
export async function removeAccountRow(trx: Trx, accountId: number): Promise<void> {
  // Locked as they are now: who joins another circle at this moment keeps their login.
  const members = await trx
    .selectFrom('members')
    .innerJoin('people', 'people.id', 'members.personId')
    .select(['members.personId', 'members.role'])
    .where('members.accountId', '=', accountId)
    .orderBy('people.id')
    .forUpdate('people')
    .execute()
  const owners = members.flatMap(({ personId, role }) => (role === 'owner' ? personId : []))
  await trx.deleteFrom('accounts').where('id', '=', accountId).execute()
  await keepNames(
    trx,
    members.map(({ personId }) => personId),
  )
  await trx
    .deleteFrom('people')
    .where('id', 'in', [0, ...members.map(({ personId }) => personId)])
    .where((eb) => eb.or([eb('role', '<>', 'admin'), eb('id', 'in', [0, ...owners])]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('members').select('accountId').whereRef('members.personId', '=', 'people.id'))),
    )
    .execute()
}

/** Guesses at the account's names and codes. */
export async function deleteGuesses(trx: Trx, identifiers: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('loginFailures')
    .where('identifier', 'in', [...identifiers])
    .execute()
}
