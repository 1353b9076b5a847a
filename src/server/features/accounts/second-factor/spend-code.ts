import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { countLoginTry, forgiveLoginTries } from '../sign-in/login-throttle.ts'
import { isAppCode, timeStepOf } from './app-codes.ts'
import { hashRecoveryCode } from './recovery-codes.ts'

/** The second factor of an account; the secret is null when its key is missing. */
export interface StoredFactor {
  id: number
  personId: number
  secret: string | null
  createdAt: Date
  confirmedAt: Date | null
}

export interface CodeDeps {
  db: Db
  clock: Clock
  sealing: Sealing
}

export const WRONG_CODE = "That code isn't right, or has been used. Wait for the next one, then try again."
const NOT_READABLE =
  "We can't check codes from the app right now. Use a recovery code, or tell the people who run this Cooee."

/** What an account has set up, confirmed or not. */
export async function findFactor(db: Db, sealing: Sealing, personId: number): Promise<StoredFactor | null> {
  const found = await db
    .selectFrom('secondFactors')
    .select(['id', 'personId', 'secret', 'sealedWith', 'createdAt', 'confirmedAt'])
    .where('personId', '=', personId)
    .executeTakeFirst()
  if (!found) return null
  const { secret: value, sealedWith, ...factor } = found
  const opened = sealing.openText('second_factors.secret', factor, { value, sealedWith })
  return { ...factor, secret: opened.kind === 'opened' ? opened.content : null }
}

/** Counts a code as wrong before it is read, with a sign-in's growing delay. The right password, or a reset of it, forgives none. */
export async function countCodeTry(
  { db, clock }: CodeDeps,
  factor: StoredFactor,
  { code, address }: { code: string; address: string },
): Promise<void> {
  if (factor.secret === null && isAppCode(code)) throw new AppError('unavailable', NOT_READABLE)
  await countLoginTry(db, codeTry(factor.personId, address), clock.now())
}

/** The code was right: the failures at this address are forgiven. */
export async function forgiveCodeTries(trx: Trx, personId: number, address: string, now: Date): Promise<void> {
  await forgiveLoginTries(trx, codeTry(personId, address), now)
}

/** No name that can be typed has a line break in it. */
export const codeIdentifier = (personId: number): string => `code\n${personId}`

const codeTry = (personId: number, address: string) => ({
  ...{ address, personId, identifier: codeIdentifier(personId) },
  what: 'wrong codes',
})

/** Uses a code up: from the app each time step once and none older than the last, or a recovery code once. Null where it is not right. */
export async function spendCode(
  trx: Trx,
  factor: StoredFactor,
  code: string,
  now: Date,
): Promise<'app' | 'recovery' | null> {
  if (!isAppCode(code)) return (await spendRecoveryCode(trx, factor, code, now)) ? 'recovery' : null
  const step = factor.secret === null ? null : timeStepOf(factor.secret, code, now)
  if (step === null) return null
  const used = await trx
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('id', '=', factor.id)
    .where((where) => where.or([where('lastStep', 'is', null), where('lastStep', '<', step)]))
    .returning('id')
    .executeTakeFirst()
  return used ? 'app' : null
}

async function spendRecoveryCode(trx: Trx, { id }: StoredFactor, code: string, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('secondFactorId', '=', id)
    .where('codeHash', '=', hashRecoveryCode(code))
    .where('usedAt', 'is', null)
    .returning('secondFactorId')
    .executeTakeFirst()
  return used !== undefined
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Db, { id }: Pick<StoredFactor, 'id'>): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select((select) => select.fn.countAll<number>().as('left'))
    .where('secondFactorId', '=', id)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}
