import { CONSENT_SUBJECTS, type ConsentMode } from '#core/consent/consent.ts'
import { consentsOfOne, recordConsent } from '#server/features/consents/public.ts'
import { hasDeclined, lockRefusals } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

interface Deps {
  clock: Clock
  sealing: Sealing
  consent: ConsentMode
}

interface OfNumber {
  accountId: number
  lovedOneId: number
  /** In E.164. */
  phoneNumber: string
}

/** A phone that has declined the calls of this account stays declined, under whatever name it is added again. */
export async function startConsents(
  deps: Deps,
  trx: Trx,
  { accountId, lovedOneId, phoneNumber }: OfNumber,
): Promise<void> {
  // A no that is being written down at this moment is waited for, and one that comes later finds them.
  await lockRefusals(deps, trx, phoneNumber)
  if (!(await hasDeclined(deps, trx, phoneNumber, accountId))) return
  const at = deps.clock.now()
  await recordConsent(trx, { accountId, lovedOneId, subject: 'calls', state: 'declined', how: 'key', at })
}

/** Who answers a new number has not been asked, also where the one before was asked and said nothing. Where consent is held on paper it is the person's, whatever the number. */
export async function restartConsents(deps: Deps, trx: Trx, ofNumber: OfNumber): Promise<void> {
  const { accountId, lovedOneId } = ofNumber
  if (deps.consent === 'asked') {
    const consents = await consentsOfOne(trx, lovedOneId, deps.consent)
    const at = deps.clock.now()
    for (const subject of CONSENT_SUBJECTS) {
      const { state, how } = consents[subject]
      // Asked, and nothing pressed: that was on another phone too.
      if (state === 'not_asked' && how !== 'no_answer') continue
      await recordConsent(trx, { accountId, lovedOneId, subject, state: 'not_asked', how: 'number_changed', at })
    }
  }
  await startConsents(deps, trx, ofNumber)
}
