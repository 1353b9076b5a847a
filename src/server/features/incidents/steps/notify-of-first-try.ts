import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import { bothTimesFor, callAtTimeFor } from '#core/format/local-time-for.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { firstTryText } from '#core/notifications/first-try-text.ts'
import { notifyMembers } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { IncidentDeps } from '../deps.ts'

/** Notifies the members who chose it that the first try of a call was not answered, and when the next one is. Once per call. */
export async function notifyOfFirstTry(
  deps: Pick<IncidentDeps, 'enqueueNotice' | 'publicUrl' | 'clock'>,
  trx: Trx,
  { callId, outcome, nextTryAt }: { callId: number; outcome: AttemptOutcome; nextTryAt: Date },
): Promise<void> {
  const { accountId, name, timezone, scheduledFor, asksBy } = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['calls.accountId', 'calls.scheduledFor', 'calls.asksBy', 'lovedOnes.name', 'lovedOnes.timezone'])
    .where('calls.id', '=', callId)
    .executeTakeFirstOrThrow()
  await notifyMembers(deps, trx, {
    accountId,
    kind: 'missedCalls',
    isAlert: true,
    isFirstTry: true,
    text: (reader) =>
      firstTryText({
        name: sentNameOr(name),
        call: callAtTimeFor(scheduledFor, timezone, reader.timezone, asksBy),
        outcome,
        nextTry: bothTimesFor(nextTryAt, timezone, reader.timezone),
        link: `${deps.publicUrl}/calls/details/${callId}`,
      }),
    key: `call:${callId}:first-try`,
  })
}
