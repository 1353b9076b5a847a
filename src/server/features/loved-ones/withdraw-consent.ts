import type { Withdrawable } from '#contract/people/consents.ts'
import type { ConsentSubject } from '#core/consent/consent.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordConsent } from '#server/features/consents/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { ownLovedOne } from './own-loved-one.ts'

const WHAT = { recording: 'recorded calls', words: 'sharing words', conversation: 'conversations' } as const

export interface WithdrawDeps {
  db: Db
  clock: Clock
  /** Stops and deletes what the consent was for. Runs in the transaction that takes it back. */
  onConsentWithdrawn(
    trx: Trx,
    withdrawn: { accountId: number; lovedOneId: number; subject: ConsentSubject; deletesExisting: boolean },
  ): Promise<void>
}

/** Takes a consent back on a loved one's word, and deletes what there is if that is asked for. Repeating it changes nothing. */
export async function withdrawConsent(
  { db, clock, onConsentWithdrawn }: WithdrawDeps,
  accountId: number,
  lovedOneId: number,
  { subject, deletesExisting }: { subject: Withdrawable; deletesExisting: boolean },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { name } = await ownLovedOne(trx, accountId, lovedOneId, 'locked')
    const consent = {
      accountId,
      lovedOneId,
      subject,
      state: 'withdrawn',
      how: 'account_holder',
      at: clock.now(),
    } as const
    const isNew = await recordConsent(trx, consent)
    if (subject === 'recording') {
      await trx.updateTable('lovedOnes').set({ recordCalls: false }).where('id', '=', lovedOneId).execute()
    }
    await onConsentWithdrawn(trx, { accountId, lovedOneId, subject, deletesExisting })
    if (!isNew && !deletesExisting) return
    await recordActivity(trx, {
      accountId,
      activityType: 'loved_one_updated',
      description: `No more ${WHAT[subject]} for ${name}`,
      details: deletesExisting ? 'What there was has been deleted' : null,
      lovedOneId,
    })
  })
}
