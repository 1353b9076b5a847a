import { pino } from 'pino'
import { type EventName, recordEvent } from '#server/features/events/public.ts'
import { createDeliveryWorker, type WebhooksDeps } from '#server/features/webhooks/public.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { type ScriptedWebhookSender, scriptedWebhookSender } from '#test/adapters/scripted-webhook-sender.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import { type ScriptedJobs, scriptedJobs } from './scripted-jobs.ts'

export interface WebhooksFixture extends Pick<TestDatabase, 'db'> {
  clock: MovableClock
  jobs: ScriptedJobs
  sender: ScriptedWebhookSender
  deps: WebhooksDeps
  aWebhook(fields?: { name?: string; url?: string; events?: EventName[]; active?: boolean }): Promise<number>
  /** Publishes an event for other systems. Returns its id. */
  anEvent(event?: EventName, data?: Record<string, unknown>): Promise<number>
  /** A worker of its own does everything that is due at the clock's time. */
  work(): Promise<void>
  webhook(id: number): Promise<{ active: boolean; switchedOff: string | null; failingSince: Date | null }>
  deliveries(webhookId: number): ReturnType<typeof deliveriesOf>
  close(): Promise<void>
}

/** Webhooks on a real database, with a clock that the test moves and receivers that do as the test says. */
export async function webhooksFixture(changes: Partial<WebhooksDeps> = {}): Promise<WebhooksFixture> {
  const database = await testDatabase()
  const { db } = database
  const clock = movableClock(new Date('2026-03-10T00:00:00.000Z'))
  const jobs = scriptedJobs()
  const sender = scriptedWebhookSender()
  const log = pino({ level: 'silent' })
  const deps: WebhooksDeps = {
    db,
    clock,
    jobs,
    log,
    sealing: createSealing({}, log),
    publicUrl: 'http://localhost:3000',
    webhookSender: sender,
    ...changes,
  }
  return {
    db,
    clock,
    jobs,
    sender,
    deps,
    async aWebhook(fields = {}) {
      const { id } = await db
        .insertInto('webhooks')
        .values({ name: 'Receiver', url: 'https://receiver.example/hook', events: ['call.completed'], ...fields })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async anEvent(event = 'call.completed', data = { callId: 1 }) {
      await db.transaction().execute((trx) => recordEvent(trx, { event, accountId: null, data }))
      const { id } = await db.selectFrom('events').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      return id
    },
    async work() {
      const worker = createDeliveryWorker(deps)
      await worker.poll()
      await worker.idle()
    },
    webhook: (id) => db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    deliveries: (webhookId) => deliveriesOf(deps, webhookId),
    close: () => database.close(),
  }
}

function deliveriesOf({ db }: WebhooksDeps, webhookId: number) {
  return db.selectFrom('webhookDeliveries').selectAll().where('webhookId', '=', webhookId).orderBy('id').execute()
}
