import type { ConsentSubject } from '#core/consent/consent.ts'
import { discardRecordingsOf } from '#server/features/recordings/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { CareDeps } from '../deps.ts'

/** A consent that was taken back for a loved one. */
export interface WithdrawnConsent {
  accountId: number
  lovedOneId: number
  subject: ConsentSubject
  /** Deletes recordings or words there are; otherwise only a recording that is being made stops. */
  deletesExisting: boolean
}

/** Stops and deletes what a loved one has taken their consent back for, in the transaction of that. */
export async function deleteWhatWasSaid(
  { clock }: Pick<CareDeps, 'clock'>,
  trx: Trx,
  { accountId, lovedOneId, subject, deletesExisting }: WithdrawnConsent,
): Promise<void> {
  if (subject === 'recording') {
    const recorded = await trx
      .selectFrom('attempts')
      .innerJoin('calls', 'calls.id', 'attempts.callId')
      .select(['attempts.id as attemptId', 'attempts.providerCallId'])
      .where('calls.accountId', '=', accountId)
      .where('calls.lovedOneId', '=', lovedOneId)
      .where('attempts.isRecorded', '=', true)
      .$if(!deletesExisting, (query) => query.where('attempts.endedAt', 'is', null))
      .orderBy('attempts.id')
      .execute()
    for (const attempt of recorded) await discardRecordingsOf(trx, attempt, clock.now())
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
  }
}
