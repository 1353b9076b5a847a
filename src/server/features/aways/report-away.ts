import { awayBeginsText, awayEndsText, backEarlyText, lastDayAway } from '#core/away/away-words.ts'
import { isShared, recordActivity } from '#server/features/activity/public.ts'
import { dropCatchUp, firstCallFrom } from '#server/features/calls/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import { notifyMembers } from '#server/features/notifications/public.ts'
import { touch } from '#server/platform/changes/touch.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/acting-account.ts'
import type { AwaysDeps } from './deps.ts'

/** A time away as it is reported. */
export interface ReportedAway {
  id: number
  accountId: number
  lovedOneId: number
  name: string
  timezone: string
  startsAt: Date
  endsAt: Date
  reason: string
  setBy: string
  /** Which member sets or ends it now; left out where its time has come. */
  actor?: Actor | undefined
  /** The name of the member who has set it. */
  setter?: string | null
}

type ReportDeps = Pick<AwaysDeps, 'notify' | 'publicUrl' | 'clock'>

const linkOf = ({ publicUrl }: ReportDeps, { lovedOneId }: ReportedAway) => `${publicUrl}/loved-ones?away=${lovedOneId}`

/** Once: notes that it has begun, removes the catch-up call that waits, and notifies the account holder and other systems. */
export async function reportBegin(deps: ReportDeps, trx: Trx, away: ReportedAway, now: Date): Promise<void> {
  const { id, accountId, lovedOneId, name, timezone: zone, endsAt } = away
  const { numUpdatedRows } = await trx
    .updateTable('aways')
    .set({ begunAt: now })
    .where('id', '=', id)
    .where('begunAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await dropCatchUp(trx, lovedOneId)
  const nextCallAt = await firstCallFrom(trx, lovedOneId, endsAt)
  const setter = away.actor?.name ?? away.setter ?? null
  const setBy = setter !== null && (await isShared(trx, accountId)) ? setter : null
  const text = awayBeginsText({ name, zone, endsAt, nextCallAt, link: linkOf(deps, away), setBy })
  await notifyMembers(deps, trx, {
    accountId,
    kind: 'lateCalls',
    text,
    key: `away:${id}:begins`,
    isUrgent: false,
  })
  await recordActivity(trx, {
    accountId,
    activityType: 'loved_one_updated',
    description: `${name} is away until ${lastDayAway(endsAt, zone)}`,
    by: away.actor,
    does: `set ${name} away until ${lastDayAway(endsAt, zone)}`,
    details: "We don't ring until then.",
    lovedOneId,
  })
  await recordEvent(trx, { event: 'away.started', accountId, data: eventOf(away) })
  await touch(trx, accountId, 'calls')
}

/** Once, the day before calls start again: notifies the account holder, with a link to extend it. */
export async function reportEndSoon(deps: ReportDeps, trx: Trx, away: ReportedAway, now: Date): Promise<void> {
  const { id, accountId, lovedOneId, name, timezone: zone, endsAt } = away
  const { numUpdatedRows } = await trx
    .updateTable('aways')
    .set({ remindedAt: now, remindAt: null })
    .where('id', '=', id)
    .where('remindAt', 'is not', null)
    .executeTakeFirst()
  // After an outage it may have ended: nothing is to be extended.
  if (numUpdatedRows === 0n || endsAt <= now) return
  const nextCallAt = await firstCallFrom(trx, lovedOneId, endsAt)
  const text = awayEndsText({ name, zone, endsAt, nextCallAt, link: linkOf(deps, away) })
  const key = `away:${id}:ends:${endsAt.getTime()}`
  await notifyMembers(deps, trx, { accountId, kind: 'lateCalls', text, key, isUrgent: false })
}

/** Once: notes that it has ended, and notifies other systems; the account holder too where the person themselves ended it early. */
export async function reportEnd(
  deps: ReportDeps,
  trx: Trx,
  away: ReportedAway,
  now: Date,
  { isTold = false } = {},
): Promise<void> {
  const { id, accountId, lovedOneId, name, timezone: zone } = away
  const { numUpdatedRows } = await trx
    .updateTable('aways')
    .set({ endedAt: now, remindAt: null })
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  if (isTold) {
    const nextCallAt = await firstCallFrom(trx, lovedOneId, now)
    const text = backEarlyText({ name, zone, nextCallAt, link: `${deps.publicUrl}/calls?lovedOneId=${lovedOneId}` })
    await notifyMembers(deps, trx, {
      accountId,
      kind: 'lateCalls',
      text,
      key: `away:${id}:back`,
      isUrgent: false,
    })
  }
  await recordActivity(trx, {
    accountId,
    activityType: 'loved_one_updated',
    description: `${name}'s time away has ended`,
    by: away.actor,
    does: `ended ${name}'s time away`,
    details: 'We ring again.',
    lovedOneId,
  })
  await recordEvent(trx, { event: 'away.ended', accountId, data: eventOf(away) })
  await touch(trx, accountId, 'calls')
}

function eventOf({ id, lovedOneId, startsAt, endsAt, reason, setBy }: ReportedAway) {
  return {
    awayId: id,
    lovedOneId,
    reason,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    setBy,
  }
}
