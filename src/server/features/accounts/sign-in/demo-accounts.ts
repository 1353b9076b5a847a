import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createAccount, type Registered } from '../profile/register.ts'

/**
 * Makes the accounts `demo` and `admin` in a database without accounts, both with what `keepPassword` returns, and lets
 * `addSamples` give the demo account something to see. Does nothing when an account exists already. The password is
 * asked for and stored before the first account exists: a crash leaves no account that nobody can open.
 */
export async function createDemoAccounts(
  { db, clock }: { db: Db; clock: Clock },
  keepPassword: () => string,
  addSamples: (demo: Registered) => Promise<void>,
): Promise<void> {
  if (await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst()) return
  const password = keepPassword()
  const demo = await createAccount(
    db,
    { username: 'demo', email: 'demo@example.com', password, firstName: 'Jane', lastName: 'Hartley' },
    clock.now(),
    { isVerified: true },
  )
  // Set aside for fiction, as the other numbers of the demo are. Alerts reach it as a text, too.
  const phoneNumber = '+61491570110'
  await db.updateTable('people').set({ phoneNumber, verifiedPhone: phoneNumber }).where('id', '=', demo.id).execute()
  await createAccount(
    db,
    { username: 'admin', email: 'admin@example.com', password, firstName: 'Alex', lastName: 'Admin' },
    clock.now(),
    { role: 'admin', isVerified: true },
  )
  await addSamples(demo)
}
