import type { ChangePasswordBody } from '#contract/accounts/sign-in/security.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { removePushOfOthers } from '#server/features/notifications/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { passwordChangedMail } from '../account-mails.ts'
import { endSessionsOf, hashToken, startSession, type Visitor } from '../sign-in/sessions.ts'
import { confirmPassword } from './confirm-password.ts'
import { countWaysIn } from './count-ways-in.ts'
import { voidResetsOf } from './password-reset.ts'
import { hashPassword } from './passwords.ts'
import { refuseEasilyGuessed } from './refuse-easily-guessed.ts'

/** Sets a new password for who knows the present one. Sessions end, reset links are void, the holder is mailed. Returns a new session's token. */
export async function changePassword(
  { db, jobs, clock }: { db: Db; jobs: Jobs; clock: Clock },
  person: Person,
  { currentPassword, newPassword }: ChangePasswordBody,
  visitor: Visitor,
): Promise<string> {
  const field = 'currentPassword'
  const confirmed = await confirmPassword({ db, clock }, person, {
    password: currentPassword,
    device: visitor.device,
    field,
  })
  if (newPassword === currentPassword) {
    throw new AppError('invalid', "That's already your password", { field: 'newPassword' })
  }
  await refuseEasilyGuessed(newPassword, person, 'newPassword')
  const passwordHash = await hashPassword(newPassword)
  return db.transaction().execute(async (trx) => {
    const now = clock.now()
    // Only what was confirmed is replaced: a reset by mail that came between counts more.
    const changed = await trx
      .updateTable('people')
      .set({ passwordHash })
      .where('id', '=', person.id)
      .where('passwordHash', '=', confirmed)
      .returning('id')
      .executeTakeFirst()
    if (!changed) throw new AppError('conflict', 'Your password has just been changed. Please sign in again.')
    await voidResetsOf(trx, person.id, now)
    await endSessionsOf(trx, person.id)
    const ownDevice = visitor.device === undefined ? undefined : hashToken(visitor.device)
    const silenced = await removePushOfOthers(trx, person.id, ownDevice)
    const left = { ...(await countWaysIn(trx, person.id, now)), silenced }
    await enqueueMessage(jobs, trx, {
      ...passwordChangedMail(person, "we've signed out every other device", left),
      createdAt: now,
    })
    return startSession(trx, person, now, visitor)
  })
}
