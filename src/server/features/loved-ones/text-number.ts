import type { ConsentMode } from '#core/consent/consent.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { sentFullName } from '#core/names/sent-words.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import { ownNumberText } from '#core/phone/own-number-text.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { wordingOfOne } from '#server/features/languages/public.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { contactCardUrl } from '#server/features/own-number/public.ts'
import { type RefusalDeps, refusalOf } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import { type OwnNumbers, ownNumberOr } from '#server/platform/phones/own-numbers.ts'
import { refuseWithoutPhones } from '#server/platform/phones/phone-permission.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { findLovedOne } from './loved-one-view.ts'
import { ownLovedOne } from './own-loved-one.ts'

export interface TextNumberDeps extends RefusalDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  sealing: Sealing
  consent: ConsentMode
  ownNumbers: OwnNumbers
  publicUrl: string
}

const DAY_SECONDS = 86_400

const TEXTS_TO_A_PHONE: Quota = {
  name: 'text-number',
  limit: 3,
  windowSeconds: DAY_SECONDS,
  message: "We've texted our number to this phone three times today. Please try again tomorrow.",
}
/** A number can be changed as often as somebody likes: the phones of strangers are not to be written to one by one. */
const TEXTS_OF_AN_ACCOUNT: Quota = {
  name: 'text-number-account',
  limit: 10,
  windowSeconds: DAY_SECONDS,
  message: "You've sent our number ten times today. Please try again tomorrow.",
}

/**
 * Texts the number that Cooee rings from to a loved one's phone. Refused for a landline, for a phone or a person that
 * wants no calls or no texts, for an account whose e-mail was not verified, and beyond three a day. Returns the name of
 * the loved one.
 */
export function textNumber(
  { db, jobs, clock, sealing, consent, ownNumbers, publicUrl }: TextNumberDeps,
  account: ActingAccount & { firstName: string | null; lastName: string | null },
  lovedOneId: number,
): Promise<string> {
  return db.transaction().execute(async (trx) => {
    const { rungFrom } = await ownLovedOne(trx, account.id, lovedOneId, 'kept')
    const number = ownNumberOr(ownNumbers, rungFrom)
    const { name, phoneNumber, callsRefusedAt } = await findLovedOne(
      { db: trx, sealing, consent, clock },
      { id: account.id, mayHear: false },
      lovedOneId,
    )
    const called = shortName(name)
    await refuseWithoutPhones(trx, account.id, `we can't text ${called}`)
    if (isLandline(phoneNumber)) {
      throw new AppError('conflict', `${called}'s number is a landline, so it can't get texts.`)
    }
    const refusal = await refusalOf({ sealing }, trx, phoneNumber)
    if (callsRefusedAt !== null || refusal?.textsSince) {
      throw new AppError('conflict', `${called} has asked us not to call or text, so we won't.`)
    }
    await spendQuota(trx, TEXTS_TO_A_PHONE, `${account.id} ${phoneNumber}`, clock.now())
    await spendQuota(trx, TEXTS_OF_AN_ACCOUNT, `${account.id} +`, clock.now())
    await enqueueMessage(jobs, trx, {
      ...{ accountId: account.id, lovedOneId },
      channel: 'sms',
      recipient: phoneNumber,
      text: ownNumberText(
        {
          askedBy: sentFullName(account.by ?? account),
          number,
          vcardUrl: contactCardUrl({ publicUrl, ownNumbers, number }),
        },
        await wordingOfOne(trx, lovedOneId),
      ),
      createdAt: clock.now(),
    })
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'loved_one_updated',
      description: `Cooee's number texted to ${name}`,
      by: account.by,
      does: `had Cooee's number texted to ${name}`,
      lovedOneId,
    })
    return called
  })
}
