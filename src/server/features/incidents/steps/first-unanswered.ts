import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import { bothTimesFor, callAtTimeFor } from '#core/format/local-time-for.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { firstTryText } from '#core/notifications/first-try-text.ts'
import { notificationSettingsOf, notifyAccountHolder } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'

/**
 * Notifies an account holder who chose it that a try came to nothing, once per call, and when the next is. With null
 * nothing is sent: the incident notifies them.
 */
export async function notifyFirstUnanswered(
  deps: Pick<IncidentDeps, 'notify' | 'publicUrl'>,
  trx: Trx,
  { callId, outcome, nextTryAt }: { callId: number; outcome: AttemptOutcome; nextTryAt: Date | null },
): Promise<void> {
  if (nextTryAt === null) return
  const { accountId, name, timezone, holderTimezone, scheduledFor, asksBy } = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .innerJoin('accounts', 'accounts.id', 'calls.accountId')
    .select(['calls.accountId', 'calls.scheduledFor', 'calls.asksBy', 'lovedOnes.name', 'lovedOnes.timezone'])
    .select('accounts.timezone as holderTimezone')
    .where('calls.id', '=', callId)
    .executeTakeFirstOrThrow()
  const { notifyAtFirstTry } = await notificationSettingsOf(trx, accountId)
  if (!notifyAtFirstTry) return
  await notifyAccountHolder(deps, trx, {
    accountId,
    kind: 'missedCalls',
    isAlert: true,
    text: firstTryText({
      name: sentNameOr(name),
      call: callAtTimeFor(scheduledFor, timezone, holderTimezone, asksBy),
      outcome,
      nextTry: bothTimesFor(nextTryAt, timezone, holderTimezone),
      link: `${deps.publicUrl}/calls/details/${callId}`,
    }),
    key: `call:${callId}:first-try`,
  })
}
