import type { Withdrawable } from '#contract/people/consents.ts'
import type { ConsentWay } from '#core/consent/consent.ts'
import { decisionInWords } from '#core/consent/decision-in-words.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordConsent } from '#server/features/consents/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'
import { ownLovedOne } from './own-loved-one.ts'

const WHAT = { recording: 'recorded calls', words: 'sharing words', conversation: 'conversations' } as const

/** A consent that is taken back for a loved one. */
export interface WithdrawnConsent {
  accountId: number
  lovedOneId: number
  subject: Withdrawable
  /** Deletes recordings or words there are; otherwise only a recording that is being made stops. */
  deletesExisting: boolean
  /** Which member took it back on their word; left out where they did so themselves. */
  by?: Actor | undefined
}

export interface WithdrawDeps {
  clock: Clock
  /** Stops and deletes what the consent was for. Runs in the transaction that takes it back. */
  onConsentWithdrawn(trx: Trx, withdrawn: WithdrawnConsent): Promise<void>
}

/**
 * Takes a consent back, in the caller's transaction, whichever way it was said: what is recorded now stops at once, and
 * recording is off for later calls as well. Repeating it changes nothing. Refuses a loved one of another account.
 */
export async function withdrawConsent(
  { clock, onConsentWithdrawn }: WithdrawDeps,
  trx: Trx,
  { how, ...withdrawn }: WithdrawnConsent & { how: ConsentWay },
): Promise<void> {
  const { accountId, lovedOneId, subject, deletesExisting, by } = withdrawn
  const { name } = await ownLovedOne(trx, accountId, lovedOneId, 'locked')
  const consent = { accountId, lovedOneId, subject, state: 'withdrawn', how, at: clock.now() } as const
  const isNew = await recordConsent(trx, consent)
  if (subject === 'recording') {
    await trx.updateTable('lovedOnes').set({ recordCalls: false }).where('id', '=', lovedOneId).execute()
  }
  await onConsentWithdrawn(trx, withdrawn)
  if (!isNew && !deletesExisting) return
  await recordActivity(trx, {
    accountId,
    activityType: 'loved_one_updated',
    description:
      how === 'account_holder' ? `No more ${WHAT[subject]} for ${name}` : decisionInWords(name, subject, 'withdrawn'),
    by,
    does: `took back ${WHAT[subject]} for ${name}`,
    details: deletesExisting ? 'What there was has been deleted' : null,
    lovedOneId,
  })
}

/** As `withdrawConsent`, on a loved one's word, by their account holder. */
export function withdrawOnTheirWord(deps: WithdrawDeps & { db: Db }, withdrawn: WithdrawnConsent): Promise<void> {
  return deps.db.transaction().execute((trx) => withdrawConsent(deps, trx, { ...withdrawn, how: 'account_holder' }))
}
