import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Makes an existing account an admin. Returns its username as it is written, or null where nobody is called so. */
export async function makeAdmin(db: Db, username: string): Promise<string | null> {
  const account = await db
    .updateTable('accounts')
    .set({ role: 'admin' })
    .where(sql`lower(username)`, '=', sql`lower(${username})`)
    .returning('username')
    .executeTakeFirst()
  return account?.username ?? null
}
