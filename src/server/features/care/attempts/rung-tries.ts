import type { Db } from '#server/platform/database/database.ts'

/** How many tries of a call have rung, an open one among them. Not those that could not be connected, or found our own call on the phone. */
export async function rungTries(
  db: Db,
  { id, triesMade, uncountedTries }: { id: number; triesMade: number; uncountedTries: number },
): Promise<number> {
  const { failed } = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('callId', '=', id)
    .where('outcome', '=', 'failed')
    .where('providerStatus', '=', 'failed')
    .executeTakeFirstOrThrow()
  return triesMade - uncountedTries - failed
}
