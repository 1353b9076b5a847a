import type { BegunSecondFactor } from '#contract/accounts/sign-in/second-factor.ts'
import { recordAction } from '#server/features/audit/public.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person, Session } from '#server/platform/http/requests/authentication.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { confirmPassword } from '../passwords/confirm-password.ts'
import { endOtherSessions } from '../sign-in/list-sessions.ts'
import { appAddress, newAppSecret } from './app-codes.ts'
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.ts'
import { secondFactorOnMail } from './second-factor-mails.ts'
import { type CodeDeps, countCodeTry, findFactor, forgiveCodeTries, spendCode, WRONG_CODE } from './spend-code.ts'

export type SecondFactorDeps = CodeDeps & { jobs: Jobs }

const ON_ALREADY = 'Your authenticator app is already switched on'
const START_AGAIN = 'That took too long. Please start again.'
const PENDING_MINUTES = 30

/** A new secret for a user who knows the password. Nothing changes before a code of it is confirmed. */
export async function beginSecondFactor(
  { db, clock, sealing }: CodeDeps,
  person: Person,
  { password, device }: { password: string; device: string | undefined },
): Promise<BegunSecondFactor> {
  await confirmPassword({ db, clock }, person, { password, device, field: 'password' })
  const secret = newAppSecret()
  const { value, sealedWith } = sealing.sealText('second_factors.secret', { personId: person.id }, secret)
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, person.id)
    await trx.deleteFrom('secondFactors').where('personId', '=', person.id).where('confirmedAt', 'is', null).execute()
    const begun = await trx
      .insertInto('secondFactors')
      .values({ personId: person.id, secret: value, sealedWith, createdAt: clock.now() })
      .onConflict((conflict) => conflict.column('personId').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!begun) throw new AppError('conflict', ON_ALREADY)
  })
  return { secret, address: appAddress(secret, person.username) }
}

/** Switches codes on with the first one as the proof. Other sessions end, the holder is mailed. Returns the recovery codes, stored nowhere else. */
export async function confirmSecondFactor(
  deps: SecondFactorDeps,
  session: Session,
  { code, address }: { code: string; address: string },
): Promise<string[]> {
  const { db, jobs, clock, sealing } = deps
  const { person } = session
  const factor = await findFactor(db, sealing, person.id)
  if (factor?.confirmedAt) throw new AppError('conflict', ON_ALREADY)
  const now = clock.now()
  if (!factor || now.getTime() - factor.createdAt.getTime() > PENDING_MINUTES * 60_000) {
    throw new AppError('conflict', START_AGAIN)
  }
  await countCodeTry(deps, factor, { code, address })
  const recoveryCodes = newRecoveryCodes()
  await db.transaction().execute(async (trx) => {
    await lockPerson(trx, person.id)
    if ((await spendCode(trx, factor, code, now)) === null) throw new AppError('invalid', WRONG_CODE, { field: 'code' })
    const confirmed = await trx
      .updateTable('secondFactors')
      .set({ confirmedAt: now })
      .where('id', '=', factor.id)
      .where('confirmedAt', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!confirmed) throw new AppError('conflict', START_AGAIN)
    await trx
      .insertInto('recoveryCodes')
      .values(recoveryCodes.map((each) => ({ secondFactorId: factor.id, codeHash: hashRecoveryCode(each) })))
      .execute()
    await endOtherSessions(trx, session)
    await forgiveCodeTries(trx, person.id, address, now)
    await enqueueMessage(jobs, trx, { ...secondFactorOnMail(person), createdAt: now })
    await noteIfAdmin(trx, person, { action: 'second_factor.on', address, at: now })
  })
  return recoveryCodes
}

/** A sign-in that has not read this row yet waits, and then asks for a code; see `login.ts`. */
export async function lockPerson(trx: Trx, personId: number): Promise<void> {
  await trx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute()
}

/** What keeps the admin area safe belongs in its log. */
export async function noteIfAdmin(
  trx: Trx,
  person: Person,
  noted: { action: string; address: string; at: Date },
): Promise<void> {
  if (person.role === 'admin')
    await recordAction(trx, { account: { id: person.accountId, username: person.username }, ...noted })
}
