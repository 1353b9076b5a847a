import { pino } from 'pino'
import type { AddOnId } from '#core/plans/prices.ts'
import type { BillingDeps } from '#server/features/billing/public.ts'
import { type ScriptedPayments, scriptedPayments } from '#test/adapters/scripted-payments.ts'
import { insertAccount } from '#test/insert-account.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { aNumber } from './factories.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import { type ScriptedJobs, scriptedJobs } from './scripted-jobs.ts'

/** What accounts pay for, on a real database, with a card provider that the test directs. */
export interface BillingFixture extends Pick<TestDatabase, 'db'> {
  deps: BillingDeps
  provider: ScriptedPayments
  clock: MovableClock
  jobs: ScriptedJobs
  /** An account with a customer at the provider, who has paid nothing so far. */
  aCustomer(): Promise<{ accountId: number; customerId: string }>
  /** Pays a checkout at the provider, without an event to Cooee. */
  pay(customer: { accountId: number; customerId: string }, addOns?: readonly AddOnId[]): Promise<void>
  rowOf(accountId: number): Promise<Record<string, unknown>>
  activityOf(accountId: number): Promise<[type: string, description: string, details: string | null][]>
  eventsOf(accountId: number): Promise<string[]>
  close(): Promise<void>
}

export async function billingFixture(): Promise<BillingFixture> {
  const database = await testDatabase()
  const { db } = database
  const clock = movableClock(new Date('2026-03-10T00:00:00.000Z'))
  const jobs = scriptedJobs()
  const provider = scriptedPayments()
  const deps: BillingDeps = {
    db,
    clock,
    jobs,
    log: pino({ level: 'silent' }),
    payments: provider,
    publicUrl: 'http://localhost:3000',
    isBillingOn: true,
  }
  return {
    db,
    deps,
    provider,
    clock,
    jobs,
    async aCustomer() {
      const name = `payer${aNumber()}`
      const email = `${name}@example.com`
      const payer = { username: name, email, verifiedEmail: email, firstName: 'Jane' }
      const { id: accountId } = await insertAccount(db, payer, { trialStartedAt: clock.now() })
      const created = await provider.createCustomer({ accountId, email, name: null, key: `customer:${accountId}` })
      if (created.kind !== 'created') throw new Error('The customer was not created')
      const { customerId } = created
      await db.insertInto('subscriptions').values({ accountId, customerId }).execute()
      return { accountId, customerId }
    },
    async pay({ accountId, customerId }, addOns = []) {
      const started = await provider.startCheckout({
        customerId,
        accountId,
        addOns,
        successUrl: '',
        cancelUrl: '',
        key: `checkout ${aNumber()}`,
      })
      if (started.kind !== 'started') throw new Error('The checkout was not started')
      provider.pay(started.checkoutId, clock.now())
    },
    async rowOf(accountId) {
      // How often the provider was asked does not matter.
      const {
        syncNumber: _,
        writtenSyncNumber: __,
        ...row
      } = await db.selectFrom('subscriptions').selectAll().where('accountId', '=', accountId).executeTakeFirstOrThrow()
      return row
    },
    async activityOf(accountId) {
      const rows = await db
        .selectFrom('activity')
        .select(['activityType', 'description', 'details'])
        .where('accountId', '=', accountId)
        .orderBy('id')
        .execute()
      return rows.map(({ activityType, description, details }) => [activityType, description, details])
    },
    async eventsOf(accountId) {
      const rows = await db
        .selectFrom('events')
        .select('event')
        .where('accountId', '=', accountId)
        .orderBy('id')
        .execute()
      return rows.map(({ event }) => event)
    },
    close: () => database.close(),
  }
}
