import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Db, Trx } from '../../database/database.ts'
import { AppError } from '../app-error.ts'

/** How long a repeated request is recognised. */
const REMEMBERED_MS = 24 * 60 * 60 * 1000

/**
 * The header of a request that creates something. A client that lost the answer sends the same request with the same
 * key again and is answered with what was created the first time. Source: IETF draft "The Idempotency-Key HTTP Header
 * Field"; quotes, which it asks for, may be there or not.
 */
export const creationHeaders = z.looseObject({
  'idempotency-key': z
    .string()
    .regex(/^"?[\w-]{16,64}"?$/, 'An Idempotency-Key has 16 to 64 letters, digits or hyphens')
    .transform((key) => key.replaceAll('"', ''))
    .optional(),
})

export interface CreationRequest {
  accountId: number
  /** None: every request creates. */
  key: string | undefined
  /** What is asked for, route included. The same key with something else is refused, never answered with the old thing. */
  asked: unknown
  now: Date
}

/**
 * Runs `create` in a transaction, once for each key of an account, and returns the id of what it created: the first
 * time or any later time. A repetition of a request that is still running waits for it. A creation that fails is not
 * remembered.
 */
export function createOnce(
  db: Db,
  { accountId, key, asked, now }: CreationRequest,
  create: (trx: Trx) => Promise<number>,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    if (key === undefined) return create(trx)
    const requestHash = createHash('sha256').update(JSON.stringify(asked)).digest()
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('creationKeys')
      .values({ accountId, key, requestHash, createdId: null, createdAt: now })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow()
    if (numInsertedOrUpdatedRows === 0n) return alreadyCreated(trx, accountId, key, requestHash)
    const createdId = await create(trx)
    await trx
      .updateTable('creationKeys')
      .set({ createdId })
      .where('accountId', '=', accountId)
      .where('key', '=', key)
      .execute()
    return createdId
  })
}

async function alreadyCreated(trx: Trx, accountId: number, key: string, requestHash: Buffer): Promise<number> {
  const before = await trx
    .selectFrom('creationKeys')
    .select(['requestHash', 'createdId'])
    .where('accountId', '=', accountId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  if (before.createdId === null || !before.requestHash.equals(requestHash)) {
    throw new AppError('conflict', "We'd already saved this, with the details you sent first. Change it in the list.")
  }
  return before.createdId
}

/** Forgets keys that nobody repeats any more. */
export async function deleteOldCreationKeys(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('creationKeys')
    .where('createdAt', '<', new Date(now.getTime() - REMEMBERED_MS))
    .execute()
}
