import type { AwayBy } from '#core/away/away-period.ts'
import { lastDayAway } from '#core/away/away-words.ts'
import { recordActivities } from '#server/features/activity/public.ts'
import { dropCatchUp } from '#server/features/calls/public.ts'
import { recordEvents } from '#server/features/events/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'

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
  setBy: AwayBy
  /** Which member sets or ends it now; left out where its time has come. */
  actor?: Actor | undefined
  /** The name of the member who has set it. */
  setter?: string | null
}

/** Of one account, each once: notes that they have begun, removes the catch-up calls that wait, and notifies other systems. */
export async function reportBegin(trx: Trx, aways: readonly ReportedAway[], now: Date): Promise<void> {
  const begun = await noteOnce(trx, aways, 'begunAt', now)
  const [first] = begun
  if (!first) return
  await dropCatchUp(
    trx,
    begun.map(({ lovedOneId }) => lovedOneId),
  )
  await recordActivities(
    trx,
    begun.map(({ accountId, lovedOneId, name, timezone, endsAt, actor }) => ({
      accountId,
      activityType: 'loved_one_updated',
      description: `${name} is away until ${lastDayAway(endsAt, timezone)}`,
      by: actor,
      does: `set ${name} away until ${lastDayAway(endsAt, timezone)}`,
      details: "We don't ring on those days.",
      lovedOneId,
    })),
  )
  await recordEvents(
    trx,
    begun.map((away) => ({ event: 'away.started', accountId: away.accountId, data: eventOf(away) })),
  )
  await announceChange(trx, first.accountId, 'calls')
}

/**
 * Of one account, each once: notes that they have ended, and notifies other systems. Of one whose beginning was never
 * reported, because nothing ran meanwhile, other systems read the beginning first.
 */
export async function reportEnd(trx: Trx, aways: readonly ReportedAway[], now: Date): Promise<ReportedAway[]> {
  const ended = await noteOnce(trx, aways, 'endedAt', now)
  const [first] = ended
  if (!first) return []
  const begun = await noteOnce(trx, ended, 'begunAt', now)
  await recordEvents(trx, [
    ...begun.map((away) => ({ event: 'away.started', accountId: away.accountId, data: eventOf(away) }) as const),
    ...ended.map((away) => ({ event: 'away.ended', accountId: away.accountId, data: eventOf(away) }) as const),
  ])
  await recordActivities(
    trx,
    ended.map(({ accountId, lovedOneId, name, actor }) => ({
      accountId,
      activityType: 'loved_one_updated',
      description: `${name}'s time away has ended`,
      by: actor,
      does: `ended ${name}'s time away`,
      details: 'We ring again.',
      lovedOneId,
    })),
  )
  await announceChange(trx, first.accountId, 'calls')
  return ended
}

/** Notes that something was reported now; returns those of which it had not been. */
export async function noteOnce(
  trx: Trx,
  aways: readonly ReportedAway[],
  column: 'begunAt' | 'beginNotifiedAt' | 'endedAt',
  now: Date,
): Promise<ReportedAway[]> {
  const rows = await trx
    .updateTable('aways')
    .set(column === 'endedAt' ? { endedAt: now, remindAt: null } : { [column]: now })
    .where('id', 'in', [0, ...aways.map(({ id }) => id)])
    .where(column, 'is', null)
    .returning('id')
    .execute()
  const noted = new Set(rows.map(({ id }) => id))
  return aways.filter(({ id }) => noted.has(id))
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
