import { recordedSince } from '#core/calls/recording-retention.ts'
import { deleteHeard } from '#server/features/incidents/public.ts'
import type { WithdrawDeps, WithdrawnConsent } from '#server/features/loved-ones/public.ts'
import { discardRecordingsOf } from '#server/features/recordings/public.ts'
import { forgetTalks, forgetTopics } from '#server/features/talks/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { CareDeps } from '../deps.ts'

/** For `withdrawConsent`: with the deletion of what a loved one has taken their consent back for. */
export function withdrawDeps({ clock }: Pick<CareDeps, 'clock'>): WithdrawDeps {
  return { clock, onConsentWithdrawn: (trx, withdrawn) => deleteWhatWasSaid(trx, withdrawn, clock.now()) }
}

async function deleteWhatWasSaid(
  trx: Trx,
  { accountId, lovedOneId, subject, deletesExisting }: WithdrawnConsent,
  now: Date,
): Promise<void> {
  if (subject === 'recording') {
    const recorded = await trx
      .selectFrom('attempts')
      .innerJoin('calls', 'calls.id', 'attempts.callId')
      .select(['attempts.id as attemptId', 'attempts.providerCallId'])
      .where('calls.accountId', '=', accountId)
      .where('calls.lovedOneId', '=', lovedOneId)
      .where('attempts.isRecorded', '=', true)
      .where((eb) =>
        // What ended earlier has no recording any more, here or at the provider.
        eb.or([
          eb('attempts.endedAt', 'is', null),
          ...(deletesExisting ? [eb('attempts.startedAt', '>', recordedSince(now))] : []),
        ]),
      )
      .orderBy('attempts.id')
      .execute()
    for (const attempt of recorded) await discardRecordingsOf(trx, attempt, now)
  }
  if (subject === 'words' && deletesExisting) {
    await trx
      .deleteFrom('turns')
      .where('attemptId', 'in', (eb) =>
        eb
          .selectFrom('attempts')
          .innerJoin('calls', 'calls.id', 'attempts.callId')
          .select('attempts.id')
          .where('calls.accountId', '=', accountId)
          .where('calls.lovedOneId', '=', lovedOneId),
      )
      .execute()
    await deleteHeard(trx, { accountId, lovedOneId })
  }
  // Topics that are remembered from their words belong to no call, so nothing else would hide them.
  if (subject === 'words') await forgetTopics(trx, { accountId, lovedOneId })
  // Summaries and notes are also their words.
  if (subject === 'words' || subject === 'conversation') {
    if (deletesExisting) await forgetTalks(trx, { accountId, lovedOneId })
  }
}
