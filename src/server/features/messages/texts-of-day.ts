import type { Selectable } from 'kysely'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { type Limits, limitFor } from '#server/platform/limits.ts'
import type { MessagesTable } from '#server/platform/schema.ts'
import { splitBySpend } from '#server/platform/spend-of-day.ts'

/** Why a text message was not sent, as its row says. */
export const BEYOND_LIMIT = 'The account has sent as many text messages as it may in 24 hours.'

/** The same, because of what all accounts have cost today. */
export const BEYOND_SPEND = 'Cooee has spent as much on calls and text messages today as it may.'

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

/** Whether the spend of today keeps a text message of an account from leaving. One about help leaves, and what belongs to no account. */
export async function isTextBeyondSpend(
  { db, clock, limits }: { db: Db; clock: Clock; limits: Limits },
  { accountId, channel, isHelp }: Selectable<MessagesTable>,
): Promise<boolean> {
  if (channel !== 'sms' || accountId === null) return false
  const { beyond } = await splitBySpend(db, limits.spend, [{ accountId, kind: 'text', isHelp } as const], clock.now())
  return beyond.length > 0
}
