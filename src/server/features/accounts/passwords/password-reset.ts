import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { RESET_FAILED } from '#contract/accounts/sign-in/password-reset.ts'
import { mailboxOf } from '#core/accounts/mailbox-of.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { removePushOfOthers } from '#server/features/notifications/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { defineJob, eachJob, type JobHandler } from '#server/platform/work/jobs.ts'
import { passwordChangedMail, resetLinkMail } from '../account-mails.ts'
import type { MailingDeps } from '../deps.ts'
import { IS_LEAVING, PERSON_COLUMNS } from '../profile/person-columns.ts'
import { endSessionsOf, hashToken, newToken } from '../sign-in/sessions.ts'
import { countWaysIn } from './count-ways-in.ts'
import { hashPassword } from './passwords.ts'
import { refuseEasilyGuessed } from './refuse-easily-guessed.ts'

const LINK_MINUTES = 60
const HOUR_SECONDS = 60 * 60
const TOO_MANY = 'Too many password resets were requested. Please try again later.'
const RESETS_PER_ADDRESS: Quota = { name: 'reset-address', limit: 20, windowSeconds: HOUR_SECONDS, message: TOO_MANY }
const RESETS_PER_EMAIL: Quota = { name: 'reset-email', limit: 5, windowSeconds: HOUR_SECONDS, message: TOO_MANY }

export const sendResetLinkJob = defineJob('send-reset-link', z.object({ email: z.string(), requestId: z.string() }))

/** Takes a request for a reset link. Neither the answer nor its time tells whether the e-mail is known; the quotas count what was typed. */
export async function requestReset(deps: MailingDeps, email: string, address: string): Promise<void> {
  const { db, jobs, clock } = deps
  await spendQuota(db, RESETS_PER_ADDRESS, address, clock.now())
  await spendQuota(db, RESETS_PER_EMAIL, mailboxOf(email), clock.now())
  await jobs.send(db, sendResetLinkJob, { email, requestId: randomUUID() })
}

/** Mails the reset links that the jobs ask for. */
export function sendResetLinkHandler(deps: MailingDeps): JobHandler {
  return eachJob(sendResetLinkJob, (request) => sendResetLink(deps, request))
}

/**
 * Mails a link to the account with that e-mail, if there is one. One request sends one mail, however often the job
 * runs.
 */
export async function sendResetLink(
  { db, jobs, clock, publicUrl }: MailingDeps,
  { email, requestId }: { email: string; requestId: string },
): Promise<void> {
  const person = await db
    .selectFrom('people')
    .select(PERSON_COLUMNS)
    .where(sql`lower(email)`, '=', sql`lower(${email})`)
    .where(({ not }) => not(IS_LEAVING))
    .executeTakeFirst()
  if (!person) return
  const token = newToken()
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const mail = resetLinkMail(person, `${publicUrl}/reset-password?token=${token}`)
    const messageId = await enqueueMessage(jobs, trx, { ...mail, dedupeKey: `reset-link ${requestId}`, createdAt: now })
    if (messageId === null) return
    const expiresAt = new Date(now.getTime() + LINK_MINUTES * 60_000)
    await trx
      .insertInto('passwordResets')
      .values({ tokenHash: hashToken(token), personId: person.id, createdAt: now, expiresAt, usedAt: null })
      .execute()
  })
}

/**
 * Sets a new password with the token of a link. Every session ends, no device is notified any more, and every other link of
 * the account is void.
 * Returns the account.
 */
export async function resetPassword(
  { db, jobs, clock }: Pick<MailingDeps, 'db' | 'jobs' | 'clock'>,
  { token, password }: { token: string; password: string },
): Promise<number> {
  const now = clock.now()
  const tokenHash = hashToken(token)
  // Checked first, so that made-up tokens do not cost a hash each.
  const open = await openResets(db, now)
    .innerJoin('people', 'people.id', 'passwordResets.personId')
    .where('tokenHash', '=', tokenHash)
    .select(['username', 'email', 'firstName', 'lastName'])
    .executeTakeFirst()
  if (!open) throw new AppError('invalid', RESET_FAILED)
  await refuseEasilyGuessed(password, open, 'password')
  const passwordHash = await hashPassword(password)
  return db.transaction().execute(async (trx) => {
    const used = await trx
      .updateTable('passwordResets')
      .set({ usedAt: now })
      .where('tokenHash', '=', tokenHash)
      .where('usedAt', 'is', null)
      .where('expiresAt', '>', now)
      .returning('personId')
      .executeTakeFirst()
    if (!used) throw new AppError('invalid', RESET_FAILED)
    const person = await trx
      .updateTable('people')
      .set({ passwordHash })
      .where('id', '=', used.personId)
      .returning(PERSON_COLUMNS)
      .executeTakeFirstOrThrow()
    await voidResetsOf(trx, person.id, now)
    await endSessionsOf(trx, person.id)
    const silenced = await removePushOfOthers(trx, person.id, undefined)
    const left = { ...(await countWaysIn(trx, person.id, now)), silenced }
    // The owner of the mailbox owns the account: earlier guesses by others must not delay them.
    await trx.deleteFrom('loginFailures').where('identifier', '=', person.username.toLowerCase()).execute()
    await enqueueMessage(jobs, trx, {
      ...passwordChangedMail(person, "we've signed out every device", left),
      createdAt: now,
    })
    return person.id
  })
}

/** Voids every unused link of an account. */
export async function voidResetsOf(db: Db, personId: number, now: Date): Promise<void> {
  await db
    .updateTable('passwordResets')
    .set({ usedAt: now })
    .where('personId', '=', personId)
    .where('usedAt', 'is', null)
    .execute()
}

function openResets(db: Db, now: Date) {
  return db.selectFrom('passwordResets').where('usedAt', 'is', null).where('expiresAt', '>', now)
}
