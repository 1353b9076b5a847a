import { sql } from 'kysely'
import { displayPhone } from '#core/phone/display-phone.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { hasQuota, type Quota } from '#server/platform/visitors/quota.ts'
import { type Addressee, contactDetailsChangedMail, contactDetailsRestoredMail } from '../account-mails.ts'
import type { MailingDeps } from '../deps.ts'
import { voidResetsOf } from '../passwords/password-reset.ts'
import { endSessionsOf, hashToken, newToken } from '../sign-in/sessions.ts'
import { voidVerificationsOf } from '../verification/email-verification.ts'
import { isPhoneVerified, voidPhoneCodeOf } from '../verification/phone-verification.ts'
import { PERSON_COLUMNS } from './person-columns.ts'

const UNDO_HOURS = 72
/** A number in a profile is not verified: changing it back and forth must not text a stranger without limit. */
const TEXTS_OF_ACCOUNT: Quota = { name: 'texts of changed numbers', limit: 3, windowSeconds: 86_400, message: '' }
export const UNDO_FAILED = 'This link has expired or has already been used.'

interface ContactDetails extends Addressee {
  verifiedEmail: string | null
  phoneNumber: string | null
  verifiedPhone: string | null
}

/**
 * Notifies the old address and the old number that the account is reached elsewhere from now on, with a link that
 * undoes it for 72 hours. In the transaction of the change. Does nothing when neither has changed. The old address is
 * the last verified one: a mistyped one is a stranger's mailbox, and its link would give the account away.
 */
export async function noteProfileChange(
  { jobs, clock, publicUrl }: Omit<MailingDeps, 'db'>,
  trx: Trx,
  { before, after }: { before: ContactDetails; after: ContactDetails },
): Promise<void> {
  const isEmailNew = after.email.toLowerCase() !== before.email.toLowerCase()
  const isPhoneNew = after.phoneNumber !== before.phoneNumber
  if ((!isEmailNew && !isPhoneNew) || before.verifiedEmail === null) return
  const now = clock.now()
  const token = newToken()
  await trx
    .insertInto('profileChanges')
    .values({
      personId: before.id,
      tokenHash: hashToken(token),
      oldEmail: before.verifiedEmail,
      oldPhoneNumber: before.phoneNumber,
      oldPhoneVerified: isPhoneVerified(before),
      createdAt: now,
      expiresAt: new Date(now.getTime() + UNDO_HOURS * 3_600_000),
    })
    .execute()
  const link = `${publicUrl}/undo-change?token=${token}`
  const changes = [
    ...(isEmailNew ? [`From now on we'll email you at ${after.email}.`] : []),
    ...(isPhoneNew
      ? [
          after.phoneNumber === null
            ? 'Your Cooee account no longer has a phone number.'
            : `From now on we'll text and ring you on ${displayPhone(after.phoneNumber)}.`,
        ]
      : []),
  ]
  const old = { ...before, email: before.verifiedEmail }
  await enqueueMessage(jobs, trx, { ...contactDetailsChangedMail(old, { changes, link }), createdAt: now })
  if (before.phoneNumber === null) return
  // Counted separately for each account: a stranger who types the same number must not use up the warnings of its
  // owner.
  if (!(await hasQuota(trx, TEXTS_OF_ACCOUNT, `person ${before.id} ${before.phoneNumber}`, now))) return
  await enqueueMessage(jobs, trx, {
    channel: 'sms',
    recipient: before.phoneNumber,
    accountId: before.accountId,
    personId: before.id,
    isSecret: true,
    text: `Cooee: ${whatChanged({ isEmailNew, isPhoneNew })} of your account ${isEmailNew && isPhoneNew ? 'were' : 'was'} changed. If it wasn't you, undo it within 3 days: ${link}`,
    createdAt: now,
  })
}

/** Without the new details: they would let somebody write to a stranger. The mail names them. */
function whatChanged({ isEmailNew, isPhoneNew }: { isEmailNew: boolean; isPhoneNew: boolean }): string {
  if (isEmailNew && isPhoneNew) return 'the email and the phone number'
  return isEmailNew ? 'the email' : 'the phone number'
}

/** Undoes a change by its link: numbers and addresses are as before, sessions and links end. Refuses a token unknown, used or expired. */
export async function undoProfileChange(
  { db, jobs, clock }: Omit<MailingDeps, 'publicUrl'>,
  token: string,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const now = clock.now()
    const change = await trx
      .updateTable('profileChanges')
      .set({ undoneAt: now })
      .where('tokenHash', '=', hashToken(token))
      .where('undoneAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning(['id', 'personId', 'oldEmail', 'oldPhoneNumber', 'oldPhoneVerified'])
      .executeTakeFirst()
    if (!change) throw new AppError('invalid', UNDO_FAILED)
    const person = await trx
      .updateTable('people')
      .set({
        email: change.oldEmail,
        verifiedEmail: change.oldEmail,
        phoneNumber: change.oldPhoneNumber,
        // Also if the same number was verified since.
        verifiedPhone: sql<
          string | null
        >`case when ${change.oldPhoneVerified}::boolean or verified_phone = ${change.oldPhoneNumber}::text then ${change.oldPhoneNumber}::text end`,
      })
      .where('id', '=', change.personId)
      .returning(PERSON_COLUMNS)
      .executeTakeFirstOrThrow()
    // The person who made this change may have made others since: their links must not bring any of it back.
    await trx
      .updateTable('profileChanges')
      .set({ undoneAt: now })
      .where('personId', '=', change.personId)
      .where('id', '>', change.id)
      .where('undoneAt', 'is', null)
      .execute()
    await voidResetsOf(trx, person.id, now)
    await voidVerificationsOf(trx, person.id, now)
    await voidPhoneCodeOf(trx, person.id)
    await endSessionsOf(trx, person.id)
    await enqueueMessage(jobs, trx, { ...contactDetailsRestoredMail(person), createdAt: now })
    return person.id
  })
}

/** Whether another account may still return to this address. */
export async function isReservedForUndo(db: Db, email: string, { now, exceptId }: { now: Date; exceptId: number }) {
  const held = await db
    .selectFrom('profileChanges')
    .select('id')
    .where(sql`lower(old_email)`, '=', sql`lower(${email})`)
    .where('undoneAt', 'is', null)
    .where('expiresAt', '>', now)
    .where('personId', '<>', exceptId)
    .limit(1)
    .executeTakeFirst()
  return held !== undefined
}
