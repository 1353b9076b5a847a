import { recordActivity } from '#server/features/activity/public.ts'
import { type NoticeText, notifyMembers } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Whose second phone it is. */
interface LovedOne {
  accountId: number
  lovedOneId: number
}

/** What members read about a second phone, once for `key`. */
interface SecondPhoneNews {
  text: NoticeText
  key: string
  /** Beside the entry in the log, whose words are the subject; null: no entry. */
  log: { details: string | null } | null
}

/** Logs, and notifies members, that a second phone refuses calls or takes them again: the first is rung as before. */
export async function notifyOfSecondPhone(
  deps: Parameters<typeof notifyMembers>[0],
  trx: Trx,
  { accountId, lovedOneId }: LovedOne,
  { text, key, log }: SecondPhoneNews,
): Promise<void> {
  if (log) {
    const description = text.subject
    await recordActivity(trx, { accountId, activityType: 'loved_one_updated', description, ...log, lovedOneId })
  }
  await notifyMembers(deps, trx, { accountId, kind: 'missedCalls', text, key: `${key}:second:${lovedOneId}` })
}
