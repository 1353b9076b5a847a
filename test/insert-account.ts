import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { AccountsTable, PeopleTable } from '#server/platform/database/schema.ts'

type Owner = Partial<Insertable<PeopleTable>> & { username: string; email: string }
type Circle = Partial<Insertable<AccountsTable>>

/**
 * An account with its owner, as a registration leaves them; phones ring for it where the address is verified. Resolves
 * with both.
 */
export async function insertAccount(
  db: Db,
  { verifiedEmail = null, passwordHash = 'none', ...owner }: Owner,
  circle: Circle = {},
): Promise<{ id: number; personId: number; username: string; email: string }> {
  const { id } = await db
    .insertInto('accounts')
    .values({ verifiedAt: verifiedEmail === null ? null : new Date('2020-01-01'), ...circle })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: personId } = await db
    .insertInto('people')
    .values({
      ...{ firstName: null, lastName: null, phoneNumber: null, verifiedEmail, passwordHash },
      ...owner,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('members').values({ accountId: id, personId, role: 'owner', mayHearCalls: true }).execute()
  return { id, personId, username: owner.username, email: owner.email }
}

/** As if no address had ever been confirmed: no phone rings. Of one account, or of all. */
export async function withdrawVerification(db: Db, accountId?: number): Promise<void> {
  const ids = await db
    .selectFrom('owners')
    .select(['accountId', 'personId'])
    .$if(accountId !== undefined, (query) => query.where('accountId', '=', accountId ?? 0))
    .execute()
  const of = (name: 'accountId' | 'personId') => [0, ...ids.map((owner) => owner[name])]
  await db.updateTable('people').set({ verifiedEmail: null }).where('id', 'in', of('personId')).execute()
  await db.updateTable('accounts').set({ verifiedAt: null }).where('id', 'in', of('accountId')).execute()
}

/** An empty service: no account and nobody who could sign in. */
export async function deleteEverybody(db: Db): Promise<void> {
  await db.deleteFrom('accounts').execute()
  await db.deleteFrom('people').execute()
  // What was counted outlives them.
  await db.deleteFrom('callCounts').execute()
  await db.deleteFrom('callCountChanges').execute()
}
