import type { SandboxSubscription } from '#contract/admin/sandbox.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { SandboxCards } from './sandbox-cards.ts'

const NEWEST = 50

/** The subscribers with a test card, by their names here; by their e-mail if the account is gone. */
export async function listSubscriptions(db: Db, cards: SandboxCards): Promise<SandboxSubscription[]> {
  const subscriptions = cards.subscriptions(NEWEST)
  const accounts = await db
    .selectFrom('owners')
    .select(['accountId as id', 'firstName', 'lastName', 'username'])
    .where('accountId', 'in', [0, ...subscriptions.flatMap(({ accountId }) => accountId ?? [])])
    .execute()
  const names = new Map(
    accounts.map(({ id, firstName, lastName, username }) => [
      id,
      [firstName, lastName].filter(Boolean).join(' ') || username,
    ]),
  )
  return subscriptions.map(({ accountId, customerEmail, ...subscription }) => ({
    ...subscription,
    who: names.get(accountId ?? 0) ?? customerEmail ?? 'Somebody',
  }))
}
