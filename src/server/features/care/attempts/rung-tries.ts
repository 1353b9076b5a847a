import type { Db } from '#server/platform/database/database.ts'

/**
 * How many tries of a call have rung, as far as is known; an open try counts. Tries that the provider could not
 * connect, or that found the phone busy with another call of ours, do not count.
 */
export async function rungTries(
  db: Db,
  { id, attemptsMade, uncountedTries }: { id: number; attemptsMade: number; uncountedTries: number },
): Promise<number> {
  const { failed } = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.countAll<number>().as('failed'))
    .where('callId', '=', id)
    .where('outcome', '=', 'failed')
    .where('providerStatus', '=', 'failed')
    .executeTakeFirstOrThrow()
  return attemptsMade - uncountedTries - failed
}
