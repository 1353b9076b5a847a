import { sql } from 'kysely'
import { recordAction } from '#server/features/audit/public.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { confirmPassword } from '../passwords/confirm-password.ts'
import { PERSON_COLUMNS } from '../profile/person-columns.ts'
import { secondFactorOffMail, secondFactorRemovedMail } from './second-factor-mails.ts'
import { countCodeTry, findFactor, forgiveCodeTries, spendCode, WRONG_CODE } from './spend-code.ts'
import { lockPerson, noteIfAdmin, type SecondFactorDeps } from './switch-on.ts'

/** Switches codes off for a user who knows the password and has a code, from the app or on paper. Notifies by mail. */
export async function switchOffSecondFactor(
  deps: SecondFactorDeps,
  person: Person,
  { password, code, address, device }: { password: string; code: string; address: string; device: string | undefined },
): Promise<void> {
  const { db, jobs, clock, sealing } = deps
  await confirmPassword({ db, clock }, person, { password, device, field: 'password' })
  const factor = await findFactor(db, sealing, person.id)
  if (!factor?.confirmedAt) throw new AppError('conflict', 'Your authenticator app is already switched off')
  await countCodeTry(deps, factor, { code, address })
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, person.id)
    if ((await spendCode(trx, factor, code, now)) === null) throw new AppError('invalid', WRONG_CODE, { field: 'code' })
    await trx.deleteFrom('secondFactors').where('id', '=', factor.id).execute()
    await forgiveCodeTries(trx, person.id, address, now)
    await enqueueMessage(jobs, trx, { ...secondFactorOffMail(person), createdAt: now })
    await noteIfAdmin(trx, person, { action: 'second_factor.off', address, at: now })
  })
}

/** Removes the second factor of somebody who lost app and recovery codes: the operator's doing, noted in the audit log and mailed. */
export async function removeSecondFactor(
  { db, jobs }: { db: Db; jobs: Jobs },
  username: string,
  now = new Date(),
): Promise<{ kind: 'removed' | 'had_none'; username: string } | { kind: 'nobody' }> {
  return db.transaction().execute(async (trx) => {
    const person = await trx
      .selectFrom('people')
      .select(PERSON_COLUMNS)
      .where(sql`lower(username)`, '=', sql`lower(${username})`)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!person) return { kind: 'nobody' }
    const removed = await trx
      .deleteFrom('secondFactors')
      .where('personId', '=', person.id)
      .where('confirmedAt', 'is not', null)
      .returning('id')
      .executeTakeFirst()
    if (!removed) return { kind: 'had_none', username: person.username }
    await enqueueMessage(jobs, trx, { ...secondFactorRemovedMail(person), createdAt: now })
    const operator = { id: null, username: 'operator' }
    const detail = `person ${person.id}` // an id, since the log outlives the login
    await recordAction(trx, { account: operator, action: 'second_factor.removed', detail, address: null, at: now })
    return { kind: 'removed', username: person.username }
  })
}
