import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { Person } from '#server/platform/http/requests/authentication.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { countLoginTry, forgiveLoginTries, withdrawLoginTry } from '../sign-in/login-throttle.ts'
import { hashToken } from '../sign-in/sessions.ts'
import { verifyPassword } from './passwords.ts'

/** Each change behind a password writes mails, to an address that perhaps nobody has confirmed. */
const CHANGES: Quota = {
  name: 'changes with a password',
  limit: 20,
  windowSeconds: 3600,
  message: "You've changed your account a lot in the last hour. Please try again later.",
}

/**
 * Makes sure that the person at the keyboard knows the password: a session alone may be somebody else's hands on an
 * open screen. Wrong ones count like failed sign-ins, with the same growing delay, by the browser if the account knows
 * it and else by the account: never by the address, which strangers share. Refuses with `invalid` on `field`, and more
 * than 20 changes in an hour. Returns the hash that it was compared with.
 */
export async function confirmPassword(
  { db, clock }: { db: Db; clock: Clock },
  person: Pick<Person, 'id' | 'username'>,
  { password, device, field }: { password: string; device: string | undefined; field: string },
): Promise<string> {
  const identifier = person.username.toLowerCase()
  const deviceHash = device === undefined ? undefined : hashToken(device)
  const loginTry = { address: null, identifier, personId: person.id, deviceHash, what: 'wrong passwords' }
  const tryId = await countLoginTry(db, loginTry, clock.now())
  const stored = await db.selectFrom('people').select('passwordHash').where('id', '=', person.id).executeTakeFirst()
  const isRight = await verifyPassword(password, stored?.passwordHash).catch(async (error) => {
    await withdrawLoginTry(db, tryId)
    throw error
  })
  if (!stored || !isRight) throw new AppError('invalid', "That's not your password", { field })
  await forgiveLoginTries(db, loginTry, clock.now())
  await spendQuota(db, CHANGES, String(person.id), clock.now())
  return stored.passwordHash
}
