import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { MessagesTable } from '#server/platform/database/schema.ts'

/** Asked right before a message is sent: an alert that arrives after its all-clear would only frighten. */
export type IsStillNeeded = (messageId: number) => Promise<boolean>

/** The reason noted for a message that was dropped because it was not wanted any more. */
export const NOT_NEEDED = 'Not needed any more'

/** Whether it is news of a family, and its reader belongs to that family no more. */
export async function isToFormerMember(
  db: Db,
  { forMember, accountId, personId }: Pick<Selectable<MessagesTable>, 'forMember' | 'accountId' | 'personId'>,
): Promise<boolean> {
  if (!forMember) return false
  const member = await db
    .selectFrom('members')
    .select('personId')
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .executeTakeFirst()
  return member === undefined
}
