import type { TalkSettings } from '#contract/calls/talks.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { ownLovedOne, switchTalks } from '#server/features/loved-ones/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import { areTalksBlocked, minutesUsed, type TalkLimits } from './talk-limits.ts'

interface Deps {
  db: Db
  clock: Clock
  /** Left out where no model is configured. */
  talks?: TalkLimits | undefined
}

/** Whether the calls of a loved one of the account's own may be talks. */
export async function talkSettingsOf(deps: Deps, accountId: number, lovedOneId: number): Promise<TalkSettings> {
  const { db, clock, talks } = deps
  const { talks: isOn, timezone } = await ownLovedOne(db, accountId, lovedOneId)
  const isBlocked = await areTalksBlocked(db, accountId)
  return {
    isOn,
    unavailable: talks === undefined ? 'not_set_up' : isBlocked ? 'blocked' : null,
    minutesUsed: await minutesUsed(db, { accountId, lovedOneId, timezone }, clock.now()),
    minutesPerMonth: talks?.minutesPerMonth ?? 0,
  }
}

/** Switches talks on or off for a loved one; on, they are asked by key at the end of a good call. A repetition changes nothing. */
export async function saveTalkSettings(
  deps: Deps,
  { id: accountId, by }: ActingAccount,
  lovedOneId: number,
  { isOn }: { isOn?: boolean | undefined },
): Promise<TalkSettings> {
  await deps.db.transaction().execute(async (trx) => {
    const { name, talks } = await ownLovedOne(trx, accountId, lovedOneId, 'locked')
    if (isOn === undefined || talks === isOn) return
    await switchTalks(trx, lovedOneId, isOn)
    await recordActivity(trx, {
      accountId,
      activityType: 'loved_one_updated',
      description: isOn ? `Short chats switched on for ${name}` : `Short chats switched off for ${name}`,
      by,
      does: isOn ? `switched on short chats for ${name}` : `switched off short chats for ${name}`,
      lovedOneId,
    })
  })
  return talkSettingsOf(deps, accountId, lovedOneId)
}
