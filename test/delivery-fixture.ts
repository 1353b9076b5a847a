import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import type { OutgoingMail } from '#server/adapters/mail/mail.ts'
import { type DeliveryDeps, deliveryHandlers } from '#server/features/messages/deliver/deliver-message.ts'
import { DELIVERY_TIMEOUTS } from '#server/features/messages/deliver/delivery-timeouts.ts'
import { enqueueMessage, type NewMessage } from '#server/features/messages/enqueue-message.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type MovableClock, movableClock } from './movable-clock.ts'
import { type ScriptedJobs, scriptedJobs } from './scripted-jobs.ts'

/** How the mail server answers; a test may change it at any time. */
export const mailServer = { outcome: (): DeliveryResult => ({ kind: 'accepted', providerId: 'the-server-has-it' }) }
export let database: TestDatabase
export let clock: MovableClock
export let jobs: ScriptedJobs
export let mails: OutgoingMail[]
export let undelivered: number[]
export let fallback: { mailId: number; textId: number }[]
export let deps: DeliveryDeps

/** Begins each test of the file that calls it with an empty outbox and a mail server that accepts. */
export function setUpDelivery(): void {
  beforeAll(async () => {
    database = await testDatabase()
  })
  beforeEach(() => {
    clock = movableClock(new Date('2026-03-10T00:00:00.000Z'))
    jobs = scriptedJobs()
    mails = []
    undelivered = []
    fallback = []
    mailServer.outcome = () => ({ kind: 'accepted', providerId: 'the-server-has-it' })
    deps = {
      db: database.db,
      jobs,
      clock,
      sealing: createSealing({}, pino({ level: 'silent' })),
      mail: {
        close: () => {},
        send: async (mail) => {
          mails.push(mail)
          return mailServer.outcome()
        },
      },
      texts: { send: async () => ({ kind: 'kept' }), find: async () => ({ kind: 'absent' }) },
      push: scriptedPush(),
      timeouts: DELIVERY_TIMEOUTS,
      limits: NO_LIMITS,
      publicUrl: 'http://localhost:3000',
      isStillNeeded: async () => true,
      onFallback: async (_trx, messages) => {
        fallback.push(messages)
      },
      onUndelivered: async (_trx, messageId) => {
        undelivered.push(messageId)
      },
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    }
  })
  afterAll(() => database.close())
}

/** Delivers everything that is due at the clock’s time. */
export const run = () => jobs.runDue(deliveryHandlers(deps), clock.now())

/** Enqueues a message, due at once. */
export async function aMessage(fields: Partial<NewMessage> = {}): Promise<number> {
  const message: NewMessage = {
    channel: 'email',
    recipient: 'jane@example.com',
    subject: 'News',
    text: 'All is well',
    ...fields,
  }
  const id = await database.db.transaction().execute((trx) => enqueueMessage(jobs, trx, message))
  if (id === null) throw new Error('The message had been written before')
  return id
}

export const stored = (id: number) =>
  database.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
