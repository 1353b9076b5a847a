import { sql } from 'kysely'
import { recordAction } from '#server/features/audit/public.ts'
import type { Db } from '#server/platform/database/database.ts'

/** Makes an existing account an admin and records it in the audit log as done by the operator. Returns its username, or null if no such account exists. */
export async function makeAdmin(db: Db, username: string, now = new Date()): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    const person = await trx
      .updateTable('people')
      .set({ role: 'admin' })
      .where(sql`lower(username)`, '=', sql`lower(${username})`)
      .returning(['id', 'username'])
      .executeTakeFirst()
    if (!person) return null
    const operator = { id: null, username: 'operator' }
    const detail = `person ${person.id}` // an id, since the log outlives the login
    await recordAction(trx, { account: operator, action: 'admin.made', detail, address: null, at: now })
    return person.username
  })
}
