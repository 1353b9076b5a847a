import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { MembersTable } from '#server/platform/database/schema.ts'

/** Adds somebody to a circle, with a confirmed address of their name. Resolves with the id of the person. */
export async function insertMember(
  db: Db,
  account: { id: number },
  { firstName, phoneNumber }: { firstName: string; phoneNumber: string | null },
  role: Exclude<Insertable<MembersTable>['role'], 'owner'> = 'carer',
): Promise<number> {
  const email = `${firstName.toLowerCase()}${account.id}@example.com`
  const { id } = await db
    .insertInto('people')
    .values({
      ...{ username: email, email, verifiedEmail: email, passwordHash: 'none' },
      ...{ firstName, lastName: null, phoneNumber },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('members')
    .values({ accountId: account.id, personId: id, role, mayHearCalls: role === 'carer' })
    .execute()
  return id
}
