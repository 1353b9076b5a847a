import { VERIFY_FAILED } from '#contract/accounts/verify-email.ts'
import { mailboxOf } from '#core/accounts/mailbox-of.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { touch } from '#server/platform/changes/touch.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { violatesUnique } from '#server/platform/database/database-error.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Account } from '#server/platform/http/authentication.ts'
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
  account: Addressee & { verifiedEmail: string | null },
): Promise<void> {
  const now = clock.now()
  await spendQuota(trx, MAILS_PER_MAILBOX, mailboxOf(account.email), now)
  const token = newToken()
  await trx
    .insertInto('emailVerifications')
    .values({
      tokenHash: hashToken(token),
      accountId: account.id,
      email: account.email,
      createdAt: now,
      expiresAt: new Date(now.getTime() + LINK_HOURS * 3_600_000),
    })
    .execute()
  const mail = verificationMail(account, {
    link: `${publicUrl}/verify-email?token=${token}`,
    isFirst: account.verifiedEmail === null,
  })
  await enqueueMessage(jobs, trx, { ...mail, createdAt: now })
}

/** Sends the link again to an unverified address; nothing to a verified one. Returns whether a mail was sent. */
export async function resendVerification(deps: MailingDeps, account: Account): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    if (isEmailVerified(account)) return false
    await spendQuota(trx, RESENDS, String(account.id), deps.clock.now())
    await requestVerification(deps, trx, account)
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
      const account = await trx
        .selectFrom('accounts')
        .innerJoin('emailVerifications', 'emailVerifications.accountId', 'accounts.id')
        .select(['accounts.id', 'accounts.email', 'emailVerifications.email as meant'])
        .where('emailVerifications.tokenHash', '=', tokenHash)
        .forUpdate('accounts')
        .executeTakeFirst()
      const used = await trx
        .updateTable('emailVerifications')
        .set({ usedAt: now })
        .where('tokenHash', '=', tokenHash)
        .where('usedAt', 'is', null)
        .where('expiresAt', '>', now)
        .executeTakeFirst()
      if (!account || used.numUpdatedRows === 0n || !isSameAddress(account.email, account.meant)) {
        throw new AppError('invalid', VERIFY_FAILED)
      }
      await trx.updateTable('accounts').set({ verifiedEmail: account.email }).where('id', '=', account.id).execute()
      await voidVerificationsOf(trx, account.id, now)
      await touch(trx, account.id, 'calls')
      return account.id
    })
  } catch (error) {
    if (violatesUnique(error, 'accounts_verified_email_key')) throw new AppError('invalid', VERIFY_FAILED)
    throw error
  }
}

/** Voids every unused link of an account. */
export async function voidVerificationsOf(db: Db, accountId: number, now: Date): Promise<void> {
  await db
    .updateTable('emailVerifications')
    .set({ usedAt: now })
    .where('accountId', '=', accountId)
    .where('usedAt', 'is', null)
    .execute()
}

/** Whether the present address of an account is the one that was verified. */
export function isEmailVerified({ email, verifiedEmail }: Pick<Account, 'email' | 'verifiedEmail'>): boolean {
  return verifiedEmail !== null && isSameAddress(email, verifiedEmail)
}

function isSameAddress(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** For EMAIL_VERIFICATION=off, at every start: waiting addresses count as verified, also once it is on again. Returns how many there were. */
export async function verifyAllUnasked(db: Db): Promise<number> {
  const verified = await db
    .updateTable('accounts')
    .set((eb) => ({ verifiedEmail: eb.ref('email') }))
    .where('verifiedEmail', 'is', null)
    .executeTakeFirst()
  return Number(verified.numUpdatedRows)
}
