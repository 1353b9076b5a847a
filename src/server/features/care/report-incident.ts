import { headlineOf, type News } from '#core/call-policy/notices.ts'
import { formatTime } from '#core/format/dates.ts'
import { openIncident } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database.ts'
import type { EndingCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'

/**
 * A call did not go well: opens its incident, which tells the account holder at once and the contacts in order. In the
 * transaction of the fact; the same news of the same call opens nothing twice.
 */
export async function reportIncident(deps: CareDeps, trx: Trx, call: EndingCall, news: News): Promise<void> {
  const { timezone, attemptsMade } = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['lovedOnes.timezone', 'calls.attemptsMade'])
    .where('calls.id', '=', call.id)
    .executeTakeFirstOrThrow()
  await openIncident(deps.incidents, trx, {
    accountId: call.accountId,
    lovedOneId: call.lovedOneId,
    callId: call.id,
    cause: news.kind,
    headline: headlineOf(news, { name: call.name, localTime: formatTime(call.scheduledFor, timezone) }),
    detail: news.kind === 'help' ? null : whatWasTried(news.reason, attemptsMade),
  })
}

function whatWasTried(reason: string | null, attemptsMade: number): string | null {
  const tries = attemptsMade > 1 ? `Cooee tried ${attemptsMade} times.` : null
  return [reason, tries].filter(Boolean).join(' ') || null
}
