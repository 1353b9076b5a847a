import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cancelAtProvider } from '#server/features/dialling/public.ts'
import { advanceIncidents } from '#server/features/incidents/public.ts'
import { countDeliveries, createDeliveryWorker } from '#server/features/webhooks/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { scriptedTelephony } from '#test/adapters/scripted-telephony.ts'
import { scriptedWebhookSender } from '#test/adapters/scripted-webhook-sender.ts'
import { careDeps } from './care-deps.ts'
import { withDatabaseBefore } from './database-before.ts'
import { killMigrationAt } from './kill-migration.ts'
import { movableClock } from './movable-clock.ts'
import { scriptedJobs } from './scripted-jobs.ts'

const NOW = new Date('2026-03-10T00:00:00Z')

/** The previous version in the middle of its work: an incident, a cancellation and deliveries that are due, claimed, requested by hand or done. */
async function workInFlight(db: Db, providerCallId: string): Promise<void> {
  await sql`insert into accounts (username, email, verified_email, password_hash)
    values ('robyn', 'robyn@example.com', 'robyn@example.com', 'x')`.execute(db)
  await sql`insert into loved_ones (account_id, name, phone_number, timezone)
    select id, 'Margaret', '+61491570156', 'Australia/Sydney' from accounts`.execute(db)
  await sql`insert into incidents (account_id, loved_one_id, cause, headline, opened_at, round_at, begun_at, next_step_at, failures)
    select account_id, id, 'help', 'Margaret asked for help', ${NOW}::timestamptz, ${NOW}, ${NOW}, ${NOW}, 3 from loved_ones`.execute(
    db,
  )
  await sql`insert into incident_causes (incident_id, cause, headline, happened_at)
    select id, cause, headline, opened_at from incidents`.execute(db)
  await sql`insert into incident_people (incident_id, position, role, name, phone_number, email)
    select id, 0, 'account_holder', 'Robyn', null, 'robyn@example.com' from incidents`.execute(db)
  await sql`insert into calls_to_cancel (provider_call_id, phone_hash, since, cancel_at)
    values (${providerCallId}, 'x', ${NOW}, ${NOW})`.execute(db)
  await sql`insert into webhooks (name, url, events) values ('Ward board', 'https://receiver.example/', '{call.completed}')`.execute(
    db,
  )
  await sql`insert into webhook_deliveries (webhook_id, event, message_id, body, state, tries, try_at, claimed_until, by_hand_at, ended_at)
    select id, 'call.completed', delivery.* from webhooks, (values
      ('due', '{}', 'owed', 2, ${NOW}::timestamptz, null::timestamptz, null::timestamptz, null::timestamptz),
      ('claimed', '{}', 'owed', 0, ${NOW}, ${NOW}::timestamptz + interval '30 seconds', null, null),
      ('later', '{}', 'owed', 1, ${NOW}::timestamptz + interval '5 minutes', null, null, null),
      ('by hand', '{}', 'given_up', 10, null, null, ${NOW}, ${NOW}),
      ('done', '{}', 'delivered', 1, null, null, null, ${NOW})
    ) as delivery`.execute(db)
}

test('incidents, cancellations and deliveries that are due go on after an upgrade that was killed in the middle', async () => {
  const telephony = scriptedTelephony()
  const taken = await telephony.dial({ to: '+61491570156', attemptId: 1 })
  const providerCallId = taken.kind === 'accepted' ? taken.providerCallId : ''
  await withDatabaseBefore('0100_due_columns.sql', async ({ query, url, upgrade }) => {
    await query((db) => workInFlight(db, providerCallId))
    await killMigrationAt('webhook_deliveries', { url, query })
    await upgrade()
    await query(async (db) => {
      const clock = movableClock(NOW)
      const notified: string[] = []
      const enqueueNotice = async (_: unknown, { recipient }: { recipient: string }) => {
        notified.push(recipient)
        return null
      }
      const deps = await careDeps({ db, clock, jobs: scriptedJobs(), telephony, enqueueNotice })
      const webhookSender = scriptedWebhookSender()
      const sentTo = () => webhookSender.sent.map(({ messageId }) => messageId).sort()
      const deliver = async () => {
        const worker = createDeliveryWorker({ ...deps, webhookSender })
        await worker.poll()
        await worker.idle()
      }
      expect(await countDeliveries(db)).toEqual({ waiting: 4, failed: 1 })

      expect(await advanceIncidents(deps.incidents)).toBeGreaterThan(0)
      expect(notified).toContain('robyn@example.com')
      expect(await db.selectFrom('incidents').select(['failures', 'claimedUntil']).execute()).toEqual([
        { failures: 0, claimedUntil: null },
      ])

      await cancelAtProvider(deps)
      expect(telephony.stopped).toEqual([providerCallId])
      expect(await db.selectFrom('callsToCancel').selectAll().execute()).toEqual([])

      await deliver()
      expect(sentTo()).toEqual(['by hand', 'due'])
      clock.advance(5 * 60_000)
      await deliver()
      expect(sentTo()).toEqual(['by hand', 'claimed', 'due', 'later'])
      expect(await countDeliveries(db)).toEqual({ waiting: 0, failed: 0 })
    })
  })
}, 120_000)
