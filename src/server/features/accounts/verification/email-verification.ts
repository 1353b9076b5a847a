import { VERIFY_FAILED } from '#contract/accounts/sign-in/verify-email.ts'
import { mailboxOf } from '#core/accounts/mailbox-of.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import { violatesUnique } from '#server/platform/database/connection/database-error.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { type Addressee, verificationMail } from '../account-mails.ts'
import type { MailingDeps } from '../deps.ts'
import { hashToken, newToken } from '../sign-in/sessions.ts'

const LINK_HOURS = 24

const RESENDS: Quota = {
  name: 'verify-email-resend',
  limit: 5,
  windowSeconds: 3600,
  message: "We've sent you several emails in the last hour. Please check your spam, or try again later.",
}
/** An address may be typed by a person who does not own it, in as many spellings as its mailbox accepts. */
const MAILS_PER_MAILBOX: Quota = {
  name: 'verify-email-address',
  limit: 10,
  windowSeconds: 86_400,
  message: "We've sent a lot of emails to this address today. Please try again tomorrow.",
}

/** Mails a link that verifies an account's address, once and for 24 hours, in the caller's transaction. Refuses too many to one address. */
export async function requestVerification(
  { jobs, clock, publicUrl }: Omit<MailingDeps, 'db'>,
  trx: Trx,
  person: Addressee & { verifiedEmail: string | null },
): Promise<void> {
  const now = clock.now()
  await spendQuota(trx, MAILS_PER_MAILBOX, mailboxOf(person.email), now)
  const token = newToken()
  await trx
    .insertInto('emailVerifications')
    .values({
      tokenHash: hashToken(token),
      personId: person.id,
      email: person.email,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_HOURS * 3_600_000),
    })
    .execute()
  const mail = verificationMail(person, {
    link: `${publicUrl}/verify-email?token=${token}`,
    isFirst: person.verifiedEmail === null,
  })
  await enqueueMessage(jobs, trx, { ...mail, createdAt: now })
}

/** Sends the link again to an unverified address; nothing to a verified one. Returns whether a mail was sent. */
export async function resendVerification(deps: MailingDeps, person: Person): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    if (isEmailVerified(person)) return false
    await spendQuota(trx, RESENDS, String(person.id), deps.clock.now())
    await requestVerification(deps, trx, person)
    return true
  })
}

/**
 * Verifies an address with the token of its link: the token identifies the account, also when another one is signed in.
 * From then on phones ring for it. Refuses a token that is unknown, used or expired, or whose address the account no
 * longer has. Returns the account.
 */
export async function verifyEmail({ db, clock }: Pick<MailingDeps, 'db' | 'clock'>, token: string): Promise<number> {
  const tokenHash = hashToken(token)
  try {
    return await db.transaction().execute(async (trx) => {
      const now = clock.now()
      // The account is locked before its links, as for a change of the address.
      const person = await trx
        .selectFrom('people')
        .innerJoin('emailVerifications', 'emailVerifications.personId', 'people.id')
        .select(['people.id', 'people.email', 'emailVerifications.email as meant'])
        .where('emailVerifications.tokenHash', '=', tokenHash)
        .forUpdate('people')
        .executeTakeFirst()
      const used = await trx
        .updateTable('emailVerifications')
        .set({ usedAt: now })
        .where('tokenHash', '=', tokenHash)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      if (!person || used.numUpdatedRows === 0n || !isSameAddress(person.email, person.meant)) {
        throw new AppError('invalid', VERIFY_FAILED)
      }
      await trx.updateTable('people').set({ verifiedEmail: person.email }).where('id', '=', person.id).execute()
      await noteVerified(trx, now, person.id)
      await voidVerificationsOf(trx, person.id, now)
      return person.id
    })
  } catch (error) {
    if (violatesUnique(error, 'people_verified_email_key')) throw new AppError('invalid', VERIFY_FAILED)
    throw error
  }
}

/** Phones may ring for the circles that a person owns, from the first address that they confirm on. */
async function noteVerified(trx: Trx, now: Date, personId: number): Promise<void> {
  const circles = await trx.selectFrom('members').select('accountId').where('personId', '=', personId).execute()
  await trx
    .updateTable('accounts')
    .set({ verifiedAt: now })
    .where('verifiedAt', 'is', null)
    .where('id', 'in', (eb) => eb.selectFrom('owners').select('accountId').where('personId', '=', personId))
    .execute()
  await announceChange(
    trx,
    circles.map(({ accountId }) => accountId),
    'calls',
  )
}

/** Voids every unused link of an account. */
export async function voidVerificationsOf(db: Db, personId: number, now: Date): Promise<void> {
  await db
    .updateTable('emailVerifications')
    .set({ usedAt: now })
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .execute()
}

/** Whether the present address of an account is the one that was verified. */
export function isEmailVerified({ email, verifiedEmail }: Pick<Person, 'email' | 'verifiedEmail'>): boolean {
  return verifiedEmail !== null && isSameAddress(email, verifiedEmail)
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** For EMAIL_VERIFICATION=off, at every start: waiting addresses count as verified, also once it is on again. Returns how many there were. */
export async function verifyAllUnasked(db: Db, now = new Date()): Promise<number> {
  const verified = await db
    .updateTable('people')
    .set((eb) => ({ verifiedEmail: eb.ref('email') }))
    .where('verifiedEmail', 'is', null)
    .executeTakeFirst()
  await db.updateTable('accounts').set({ verifiedAt: now }).where('verifiedAt', 'is', null).execute()
  return Number(verified.numUpdatedRows)
}
