import type { AwayDoer } from '#core/away/away-words.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { isShared, recordActivities } from '#server/features/activity/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { AwaysDeps } from './deps.ts'
import { notifyOfReturn } from './reports/notify-members-of-aways.ts'
import { type ReportedAway, reportEnd } from './reports/report-away.ts'

type EndedAway = ReportedAway & { startsOn: string }

/**
 * Ends those of an account that last now, and takes back those to come, in the caller's transaction, who holds the locks
 * of the loved ones. The members are notified of who did it, in one notice; a member who did it needs none. `by`: the person
 * themselves, by text or by phone.
 */
export async function endLocked(
  deps: Pick<AwaysDeps, 'enqueueNotice' | 'publicUrl' | 'clock' | 'sealing'>,
  trx: Trx,
  aways: readonly EndedAway[],
  now: Date,
  { by }: { by?: 'text' | 'call' } = {},
): Promise<void> {
  const [first] = aways
  if (!first) return
  await takeBack(
    trx,
    aways.filter(({ startsAt }) => startsAt > now),
  )
  const ended = aways.flatMap((away) => (away.startsAt <= now ? [{ ...away, ...endOf(away, now) }] : []))
  const sameEnd = Map.groupBy(ended, ({ endsOn, endsAt }) => `${endsOn} ${endsAt.getTime()}`)
  for (const [one, ...others] of sameEnd.values()) {
    if (!one) continue
    await trx
      .updateTable('aways')
      .set({ endsAt: one.endsAt, endsOn: one.endsOn, endedEarlyAt: now })
      .where(
        'id',
        'in',
        [one, ...others].map(({ id }) => id),
      )
      .execute()
  }
  const reported = await reportEnd(trx, ended, now)
  const doneBy = by ?? (await memberOf(trx, first))
  if (doneBy !== null) await notifyOfReturn(deps, trx, reported, { now, doneBy })
}

/** The last instant and day of one that ends now; never before it began. */
function endOf({ startsAt, startsOn, timezone }: EndedAway, now: Date): { endsAt: Date; endsOn: string } {
  const [, endsOn = startsOn] = [startsOn, toWallClock(now, timezone).date].toSorted()
  return { endsAt: new Date(Math.max(now.getTime(), startsAt.getTime() + 1)), endsOn }
}

async function takeBack(trx: Trx, aways: readonly EndedAway[]): Promise<void> {
  const [first] = aways
  if (!first) return
  await trx
    .deleteFrom('aways')
    .where(
      'id',
      'in',
      aways.map(({ id }) => id),
    )
    .execute()
  await recordActivities(
    trx,
    aways.map(({ accountId, lovedOneId, name, actor }) => ({
      accountId,
      activityType: 'loved_one_updated',
      description: `${name}'s time away taken back`,
      by: actor,
      does: `took back ${name}'s time away`,
      lovedOneId,
    })),
  )
  await announceChange(trx, first.accountId, 'calls')
}

/** The member who does something, where others are there to be notified. */
export async function memberOf(trx: Trx, { accountId, actor }: ReportedAway): Promise<AwayDoer> {
  return actor && (await isShared(trx, accountId)) ? { member: actor.name } : null
}
