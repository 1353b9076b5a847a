import { CONSENT_WORDING, type ConsentState, type ConsentSubject, type ConsentWay } from '#core/consent/consent.ts'
import { recordEvent } from '#server/features/events/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { consentsOfOne } from './consents-of.ts'

export interface NewConsent {
  accountId: number
  lovedOneId: number
  subject: ConsentSubject
  state: ConsentState
  how: ConsentWay
  /** Left out, the present one. */
  wording?: string
  at: Date
}

/**
 * Adds a row to the ledger, in the transaction of the fact, and reports a new state to other systems. The same state, way and
 * wording once more adds nothing, nor does pressing nothing after a decision. Returns whether the state is new. The caller holds a lock of the loved one or of their call.
 */
export async function recordConsent(trx: Trx, consent: NewConsent): Promise<boolean> {
  const { accountId, lovedOneId, subject, state, how, wording = CONSENT_WORDING, at } = consent
  const before = (await consentsOfOne(trx, lovedOneId, 'asked'))[subject]
  const isNew = before.state !== state
  // Decided meanwhile, by text or on the screen: pressing nothing takes no decision back.
  if (how === 'no_answer' && isNew) return false
  // Each call in which nobody pressed a key is a row: they are counted.
  if (!isNew && how !== 'no_answer' && before.how === how && before.wording === wording) return false
  await trx.insertInto('consents').values({ accountId, lovedOneId, subject, state, how, wording, at }).execute()
  if (!isNew) return false
  const data = { lovedOneId, subject, state, how, at: at.toISOString() }
  await recordEvent(trx, { event: 'consent.changed', accountId, data })
  await announceChange(trx, accountId, 'calls')
  return true
}
