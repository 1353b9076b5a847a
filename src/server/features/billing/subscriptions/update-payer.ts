import type { BillingDeps } from '../deps.ts'

/**
 * Gives the card provider the confirmed address of today's owner, where it has another one: receipts must not go on to somebody who
 * handed the family over. Of two updates at once nobody knows which arrived last, so the address is given once more. `unavailable`:
 * it is worth a retry.
 */
export async function updatePayer({ db, payments }: BillingDeps, accountId: number): Promise<'done' | 'unavailable'> {
  const due = await db
    .updateTable('subscriptions')
    .from('owners')
    .set({ payerEmail: null })
    .whereRef('owners.accountId', '=', 'subscriptions.accountId')
    .where('subscriptions.accountId', '=', accountId)
    .where('customerId', 'is not', null)
    .where('verifiedEmail', 'is not', null)
    .where((eb) => eb('payerEmail', 'is distinct from', eb.ref('verifiedEmail')))
    .returning(['customerId', 'verifiedEmail', 'firstName', 'lastName'])
    .executeTakeFirst()
  if (!payments || !due?.customerId || !due.verifiedEmail) return 'done'
  const { customerId, verifiedEmail: email, firstName, lastName } = due
  const name = [firstName, lastName].filter(Boolean).join(' ') || null
  const updated = await payments.updateCustomer({ customerId, email, name })
  if (updated.kind === 'unavailable') return 'unavailable'
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ payerEmail: eb.case().when('payerEmail', 'is', null).then(email).else(null).end() }))
    .where('accountId', '=', accountId)
    .where('customerId', '=', customerId)
    .execute()
  return 'done'
}
