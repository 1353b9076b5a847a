import { CODE_WAIT_SECONDS, PHONE_CODE_WRONG } from '#contract/accounts/sign-in/verify-phone.ts'
import { phoneCodeText } from '#core/accounts/phone-code-text.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { isLandline } from '#core/phone/is-landline.ts'
import { ADMIN_REFUSED_NUMBER } from '#core/refusals/refusal-texts.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { type RefusalDeps, refusalOf } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import { hashOfCode, isSameHash, newPhoneCode, TRIES_OF_CODE } from '#server/platform/phones/phone-codes.ts'
import { refuseWithoutPhones } from '#server/platform/phones/phone-permission.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { PERSON_COLUMNS } from '../profile/person-columns.ts'

const GOOD_FOR_MS = 10 * 60_000
const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS
const ONE_AFTER_THE_OTHER: Quota = {
  name: 'phone codes, one after the other',
  limit: 1,
  windowSeconds: CODE_WAIT_SECONDS,
  message: "We've just sent you a code. Please wait half a minute before you ask for another one.",
}
const ENOUGH = "We've sent you several codes. Please try again later. There's no rush."
const CODES_OF_ACCOUNT: readonly Quota[] = [
  { name: 'phone codes of an account, an hour', limit: 3, windowSeconds: HOUR_SECONDS, message: ENOUGH },
  { name: 'phone codes of an account, a day', limit: 10, windowSeconds: DAY_SECONDS, message: ENOUGH },
]
/** Of any account: a number may be typed into many profiles. */
const CODES_TO_NUMBER: Quota = {
  name: 'phone codes to a number, a day',
  limit: 6,
  windowSeconds: DAY_SECONDS,
  message: "We've sent several codes to this number today. Please try again tomorrow. There's no rush.",
}

export interface PhoneVerificationDeps {
  db: Db
  jobs: Jobs
  clock: Clock
  sealing: RefusalDeps['sealing']
}

/**
 * Texts a code to the number of the account's profile: six digits, good for ten minutes and five tries; an earlier code
 * is void. Refuses (409) when there is no number, it is verified already, it takes no texts, or the account may use no
 * phones, and (429) beyond the quotas of the account and of the number. Returns the number.
 */
export async function sendPhoneCode(deps: PhoneVerificationDeps, personId: number): Promise<string> {
  const { db, jobs, clock, sealing } = deps
  const now = clock.now()
  const code = newPhoneCode()
  return db.transaction().execute(async (trx) => {
    const person = await lockPerson(trx, personId)
    const phoneNumber = await textableNumberOf(deps, trx, person)
    const [phoneHash] = sealing.lookupHashes(phoneNumber)
    for (const quota of [ONE_AFTER_THE_OTHER, ...CODES_OF_ACCOUNT]) {
      await spendQuota(trx, quota, String(personId), now)
    }
    await spendQuota(trx, CODES_TO_NUMBER, phoneHash, now)
    const fresh = {
      codeHash: hashOfCode(sealing, codePurpose(personId, phoneNumber), code),
      tries: 0,
      expiresAt: new Date(now.getTime() + GOOD_FOR_MS),
    }
    await trx
      .insertInto('phoneCodes')
      .values({ personId, ...fresh })
      .onConflict((conflict) => conflict.column('personId').doUpdateSet(fresh))
      .execute()
    const message = { channel: 'sms', recipient: phoneNumber, text: phoneCodeText(code), isSecret: true } as const
    await enqueueMessage(jobs, trx, { ...message, accountId: person.accountId, personId, createdAt: now })
    return phoneNumber
  })
}

/** Until when the last code that was texted can still be typed; null without such a code. */
export async function openPhoneCodeOf(
  { db, clock }: Pick<PhoneVerificationDeps, 'db' | 'clock'>,
  personId: number,
): Promise<Date | null> {
  const open = await db
    .selectFrom('phoneCodes')
    .select('expiresAt')
    .where('personId', '=', personId)
    .where('expiresAt', '>', clock.now())
    .where('tries', '<', TRIES_OF_CODE)
    .executeTakeFirst()
  return open?.expiresAt ?? null
}

async function textableNumberOf(deps: PhoneVerificationDeps, trx: Trx, person: Person): Promise<string> {
  const { accountId, phoneNumber } = person
  if (phoneNumber === null) {
    throw new AppError('conflict', "There's no phone number in your profile. Please add one first.")
  }
  const shown = displayPhone(phoneNumber)
  if (isPhoneVerified(person)) throw new AppError('conflict', `You've already confirmed ${shown}.`)
  await refuseWithoutPhones(trx, accountId ?? 0, "we can't text you a code")
  if (isLandline(phoneNumber)) throw new AppError('conflict', `${shown} is a landline, so we can't text it.`)
  const refusal = await refusalOf(deps, trx, phoneNumber)
  if (refusal?.byAdmin) throw new AppError('conflict', ADMIN_REFUSED_NUMBER)
  if (refusal?.textsSince) {
    const wayOut = 'Text START to Cooee from that phone, then ask for the code again.'
    throw new AppError('conflict', `${shown} has asked us not to text it. ${wayOut}`)
  }
  return phoneNumber
}

/** Verifies the number of the profile by its code, once; a wrong one uses up a try. Refuses any other (400, at `code`). Returns the account. */
export async function verifyPhone(
  { db, clock, sealing }: Omit<PhoneVerificationDeps, 'jobs'>,
  personId: number,
  code: string,
): Promise<Person> {
  const verified = await db.transaction().execute(async (trx) => {
    // The account is locked before its code, as for a change of the number.
    const { phoneNumber } = await lockPerson(trx, personId)
    const tried = await trx
      .updateTable('phoneCodes')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('personId', '=', personId)
      .where('expiresAt', '>', clock.now())
      .where('tries', '<', TRIES_OF_CODE)
      .returning('codeHash')
      .executeTakeFirst()
    if (!tried || phoneNumber === null) return null
    // Nothing is thrown in here: the try stays counted.
    if (!isSameHash(tried.codeHash, hashOfCode(sealing, codePurpose(personId, phoneNumber), code))) return null
    await voidPhoneCodeOf(trx, personId)
    return trx
      .updateTable('people')
      .set({ verifiedPhone: phoneNumber })
      .where('id', '=', personId)
      .returning(PERSON_COLUMNS)
      .executeTakeFirstOrThrow()
  })
  if (verified === null) throw new AppError('invalid', PHONE_CODE_WRONG, { field: 'code' })
  return verified
}

function codePurpose(personId: number, phoneNumber: string): string {
  return `account ${personId} ${phoneNumber}`
}

function lockPerson(trx: Trx, personId: number): Promise<Person> {
  return trx
    .selectFrom('people')
    .select(PERSON_COLUMNS)
    .where('id', '=', personId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Voids the code of an account. */
export async function voidPhoneCodeOf(trx: Trx, personId: number): Promise<void> {
  await trx.deleteFrom('phoneCodes').where('personId', '=', personId).execute()
}

/** Whether the present number of an account is the one that was verified. */
export function isPhoneVerified({
  phoneNumber,
  verifiedPhone,
}: Pick<Person, 'phoneNumber' | 'verifiedPhone'>): boolean {
  return phoneNumber !== null && phoneNumber === verifiedPhone
}
