import { bothTimesFor, callAtTimeFor } from '#core/format/local-time-for.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { answeredText } from '#core/notifications/answered-text.ts'
import { isAnyoneNotifiedOfAnswers, notifyMembers } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { CareDeps } from '../deps.ts'
import type { EndingCall } from './ending-call.ts'

/** Notifies members who want it that a call was answered, once, in its transaction. Not of one on which help was asked for. */
export async function notifyOfAnswer(
  deps: CareDeps,
  trx: Trx,
  call: EndingCall,
  how: string | undefined,
): Promise<void> {
  // Few do: most calls ask no more than this.
  if (!(await isAnyoneNotifiedOfAnswers(trx, call.accountId))) return
  await notifyMembers(deps, trx, {
    accountId: call.accountId,
    kind: 'answeredCalls',
    text: (reader) => textOf(deps, trx, call, { how, zone: reader.timezone }),
    key: `call:${call.id}:answered`,
    isUrgent: false,
  })
}

async function textOf(
  deps: CareDeps,
  trx: Trx,
  call: EndingCall,
  { how, zone }: { how: string | undefined; zone: string },
) {
  const { timezone, asksBy, askedForHelp, endedByHelp } = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['lovedOnes.timezone', 'calls.asksBy', 'calls.endedByHelp'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('incidentCauses')
          .select('incidentCauses.id')
          .whereRef('incidentCauses.callId', '=', 'calls.id')
          .where('incidentCauses.cause', 'in', ['help', 'uncertain_help'])
          .where('incidentCauses.withdrawnAt', 'is', null),
      ).as('askedForHelp'),
    )
    .where('calls.id', '=', call.id)
    .executeTakeFirstOrThrow()
  if (askedForHelp || endedByHelp) return null
  const answer = await trx
    .selectFrom('attempts')
    .select(['answeredAt', 'keys'])
    .where('callId', '=', call.id)
    .where('response', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return answeredText({
    name: sentNameOr(call.name),
    call: callAtTimeFor(call.scheduledFor, timezone, zone, asksBy),
    answeredAt: answer?.answeredAt ? bothTimesFor(answer.answeredAt, timezone, zone) : null,
    keys: answer?.keys ?? '',
    how,
    link: `${deps.publicUrl}/calls/details/${call.id}`,
  })
}
