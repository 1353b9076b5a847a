import type { Db } from '#server/platform/database/database.ts'

/** Whether the account registered, signed in or set its password with that browser. */
export async function isKnownDevice(db: Db, personId: number, deviceHash: Buffer): Promise<boolean> {
  const known = await db
    .selectFrom('knownDevices')
    .select('personId')
    .where('personId', '=', personId)
    .where('tokenHash', '=', deviceHash)
    .executeTakeFirst()
  return known !== undefined
}

/** From now on wrong guesses elsewhere do not delay the account's owner in this browser. */
export async function rememberDevice(db: Db, personId: number, deviceHash: Buffer, now: Date): Promise<void> {
  await db
    .insertInto('knownDevices')
    .values({ personId, tokenHash: deviceHash, lastUsedAt: now })
    .onConflict((conflict) => conflict.columns(['personId', 'tokenHash']).doUpdateSet({ lastUsedAt: now }))
    .execute()
}
