import type { Account } from '#server/platform/authentication.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { createAccount } from './register.ts'

/**
 * Makes the accounts `demo` and `admin` in a database without accounts, both with `password`, and lets `addSamples` give
 * the demo account something to look at. Returns false, and does nothing, where somebody has registered already.
 */
export async function createDemoAccounts(
  { db, clock }: { db: Db; clock: Clock },
  password: string,
  addSamples: (demo: Account) => Promise<void>,
): Promise<boolean> {
  if (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) return false
  const demo = await createAccount(
    db,
    { username: 'demo', email: 'demo@example.com', password, firstName: 'Jane', lastName: 'Hartley' },
    clock.now(),
  )
  await createAccount(
    db,
    { username: 'admin', email: 'admin@example.com', password, firstName: 'Alex', lastName: 'Admin' },
    clock.now(),
    'admin',
  )
  await addSamples(demo)
  return true
}
