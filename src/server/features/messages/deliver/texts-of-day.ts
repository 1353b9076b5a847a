import type { Selectable } from 'kysely'
import { isOverShare } from '#core/plans/limits/share-of-limit.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MessagesTable } from '#server/platform/database/schema.ts'
import { splitBySpend } from '#server/platform/phones/spend-of-day.ts'
import { type Limits, limitFor } from '#server/platform/visitors/limits.ts'

/** Why a text message was not sent, as its row says. */
export const OVER_LIMIT = 'The account has sent as many text messages as it may in 24 hours.'

/** Noted with a text that was not sent, because of the limit of one phone over all accounts together. */
export const OVER_NUMBER_LIMIT = 'This phone has been sent as many text messages as one phone may be in 24 hours.'

/** Noted with a text that was not sent, because of today's spending over all accounts together. */
export const OVER_SPEND = 'Cooee has spent as much on calls and text messages today as it may.'

const DAY_MS = 86_400_000

/**
 * Which limit of 24 hours a text message exceeds: that of its account, or that of its phone over all accounts together,
 * of which each has its share. Its position among the texts of the day decides, the earlier ones first: so the result
 * is the same however many are delivered at once. As much again is kept for help. A text of no account is not counted.
 * Null: none.
 */
export async function textLimitOf(
  { db, limits: { textsPerDay, textsPerNumberDay } }: { db: Db; limits: Limits },
  { id, accountId, channel, recipient, isHelp, createdAt }: Selectable<MessagesTable>,
): Promise<typeof OVER_LIMIT | typeof OVER_NUMBER_LIMIT | null> {
  if (channel !== 'sms' || accountId === null || (textsPerDay === 0 && textsPerNumberDay === 0)) return null
  const earlier = db
    .selectFrom('messages')
    .select((eb) => ['accountId', eb.fn.countAll<number>().as('before')])
    .where('channel', '=', 'sms')
    .where('accountId', 'is not', null)
    .where('id', '<', id)
    .where('createdAt', '>', new Date(createdAt.getTime() - DAY_MS))
    .where((eb) => eb.or([eb('error', 'is', null), eb('error', 'not in', [OVER_LIMIT, OVER_NUMBER_LIMIT])]))
    .groupBy('accountId')
  if (textsPerDay > 0) {
    const own = await earlier.where('accountId', '=', accountId).executeTakeFirst()
    if ((own?.before ?? 0) >= limitFor(textsPerDay, { isHelp })) return OVER_LIMIT
  }
  if (textsPerNumberDay === 0) return null
  const toPhone = await earlier.where('recipient', '=', recipient).where('failedAt', 'is', null).execute()
  const uses = new Map(toPhone.map(({ accountId: by, before }) => [by ?? 0, before]))
  return isOverShare(uses, accountId, limitFor(textsPerNumberDay, { isHelp })) ? OVER_NUMBER_LIMIT : null
}

/** Whether today's spending limit stops a text message of an account. Not one about help, nor one of no account. */
export async function isTextOverSpend(
  { db, clock, limits }: { db: Db; clock: Clock; limits: Limits },
  { accountId, channel, isHelp }: Selectable<MessagesTable>,
): Promise<boolean> {
  if (channel !== 'sms' || accountId === null) return false
  const { overLimit } = await splitBySpend(
    db,
    limits.spend,
    [{ accountId, kind: 'text', isHelp } as const],
    clock.now(),
  )
  return overLimit.length > 0
}
