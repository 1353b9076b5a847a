import type { Db } from '#server/platform/database/database.ts'

/** How many passkeys a person has. */
export async function countPasskeys(db: Db, personId: number): Promise<number> {
  const { count } = await db
    .selectFrom('passkeys')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('personId', '=', personId)
    .executeTakeFirstOrThrow()
  return Number(count)
}
