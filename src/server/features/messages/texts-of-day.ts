import type { Selectable } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { type Limits, limitFor } from '#server/platform/limits.ts'
import type { MessagesTable } from '#server/platform/schema.ts'

/** Why a text message was not sent, as its row says. */
export const BEYOND_LIMIT = 'The account has sent as many text messages as it may in 24 hours.'

const DAY_MS = 86_400_000

/**
 * Whether a text message is one too many of its account in 24 hours. Its place among them is counted, the earlier ones first: so it is the
 * same however many are delivered at once. For help as much again is kept. What belongs to no account is not counted.
 */
export async function isTextBeyondLimit(
  { db, limits }: { db: Db; limits: Limits },
  { id, accountId, channel, isHelp, createdAt }: Selectable<MessagesTable>,
): Promise<boolean> {
  if (channel !== 'sms' || accountId === null || limits.textsPerDay === 0) return false
  const { before } = await db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('before'))
    .where('accountId', '=', accountId)
    .where('channel', '=', 'sms')
    .where('id', '<', id)
    .where('createdAt', '>', new Date(createdAt.getTime() - DAY_MS))
    .where((eb) => eb.or([eb('error', 'is', null), eb('error', '<>', BEYOND_LIMIT)]))
    .executeTakeFirstOrThrow()
  return before >= limitFor(limits.textsPerDay, { isHelp })
}
