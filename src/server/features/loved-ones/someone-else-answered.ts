import { CONSENT_SUBJECTS, type ConsentMode, saidNo } from '#core/consent/consent.ts'
import { declinedReason } from '#core/consent/consent-texts.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { consentsOfOne, recordConsent } from '#server/features/consents/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import { ownLovedOne } from './own-loved-one.ts'

interface Deps {
  db: Db
  clock: Clock
  consent: ConsentMode
}

/**
 * The family saw that somebody else answered the rehearsal: what was said in it counts no more, and the next call asks again.
 * What the loved one has decided before or after it stays, and so does a consent on paper. Without a rehearsal, or repeated,
 * it changes nothing. A no stays too: it is a conflict, since only that phone can take it back.
 */
export async function someoneElseAnswered(
  { db, clock, consent }: Deps,
  { id: accountId, by }: ActingAccount,
  lovedOneId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { name } = await ownLovedOne(trx, accountId, lovedOneId, 'locked')
    const consents = await consentsOfOne(trx, lovedOneId, consent)
    if (saidNo(consents.calls.state)) throw new AppError('conflict', declinedReason(shortName(name)))
    const rehearsal = await latestRehearsal(trx, lovedOneId)
    if (!rehearsal?.endedAt) return
    const { scheduledFor, endedAt } = rehearsal
    const saidInIt = CONSENT_SUBJECTS.filter((subject) => {
      const { since, how } = consents[subject]
      // A text, or a ring back, shows by itself whose phone it was.
      const isOfCall = how === 'key' || how === 'no_answer'
      return isOfCall && since !== null && since >= scheduledFor && since <= endedAt
    })
    const at = clock.now()
    for (const subject of saidInIt) {
      await recordConsent(trx, { accountId, lovedOneId, subject, state: 'not_asked', how: 'account_holder', at })
    }
    if (saidInIt.length === 0) return
    await recordActivity(trx, {
      accountId,
      activityType: 'loved_one_updated',
      description: `Someone else answered ${name}'s phone`,
      by,
      does: `said that someone else answered ${name}'s phone`,
      details: `We'll ask ${shortName(name)} again`,
      lovedOneId,
    })
  })
}

function latestRehearsal(trx: Trx, lovedOneId: number) {
  return trx
    .selectFrom('calls')
    .select(['scheduledFor', 'endedAt'])
    .where('lovedOneId', '=', lovedOneId)
    .where('isRehearsal', '=', true)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
