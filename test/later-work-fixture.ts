import { createSecretKey } from 'node:crypto'
import type { KyselyPlugin } from 'kysely'
import { pino } from 'pino'
import type { ReceivedText } from '#server/adapters/telephony/texts.ts'
import type { WorkerParts } from '#server/composition/workers/worker-parts.ts'
import { DELIVERY_TIMEOUTS } from '#server/features/messages/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import type { JobEngine } from '#server/platform/work/job-engine.ts'
import { scriptedPayments } from '#test/adapters/scripted-payments.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { scriptedRecordings } from '#test/adapters/scripted-recordings.ts'
import { scriptedSoundObjects } from '#test/adapters/scripted-sound-objects.ts'
import { scriptedWebhookSender } from '#test/adapters/scripted-webhook-sender.ts'
import type { CareFixture } from './care-fixture.ts'

/** A line so slow, and prices so high, that what a test books is too much. */
const SLOW = 0.01

/** What a worker is made of, with providers that do as the test says. */
export function workerParts(care: CareFixture) {
  const log = pino({ level: 'silent' })
  const sent: number[] = []
  const received: ReceivedText[] = []
  const payments = scriptedPayments()
  const recordings = scriptedRecordings()
  const soundObjects = scriptedSoundObjects()
  const receiver = scriptedWebhookSender()
  const sealing = createSealing({ current: createSecretKey(Buffer.alloc(32, 7)) }, log)
  const shared = { ...care.deps, log }
  const parts: WorkerParts = {
    databaseUrl: care.databaseUrl,
    isPooled: false,
    statementTimeoutMs: 30_000,
    log,
    jobs: care.jobs as unknown as JobEngine,
    care: { ...shared, sealing, callsPerSecond: SLOW, incidents: care.deps.incidents },
    recordings: { ...shared, sealing, recordings, soundObjects },
    billing: { ...shared, payments, isBillingOn: true },
    webhooks: { ...shared, webhookSender: receiver },
    mail: {
      close: () => {},
      async send({ messageId }) {
        sent.push(messageId)
        return { kind: 'accepted', providerId: `mail ${messageId}` }
      },
    },
    push: {
      ...scriptedPush(),
      async send() {
        sent.push(0)
        return { kind: 'accepted' }
      },
    },
    texts: {
      async send({ messageId }) {
        if (messageId !== null) sent.push(messageId)
        return { kind: 'accepted', providerId: `text ${messageId}` }
      },
      find: async () => ({ kind: 'absent' }),
      deliveryOf: async () => ({ kind: 'found', found: { delivery: 'delivered', reason: null } }),
      received: async () => ({ kind: 'found', found: received }),
    },
    timeouts: DELIVERY_TIMEOUTS,
    retentionMonths: 12,
    keepCallsMonths: 12,
    onUndelivered: async () => {},
    onFallback: async () => {},
    beforeFirstUse: undefined,
    onChanged: () => {},
  }
  return { parts, sent, received, payments, recordings, soundObjects, receiver }
}

/** The same worker on another connection. */
export function partsOn(parts: WorkerParts, db: Db): WorkerParts {
  const { care, recordings, billing, webhooks } = parts
  return {
    ...parts,
    care: { ...care, db, incidents: { ...care.incidents, db } },
    recordings: { ...recordings, db },
    billing: { ...billing, db },
    webhooks: { ...webhooks, db },
  }
}

/** The connection of a worker that dies: after so many statements it never speaks again, and what it had not committed is gone. */
export function dyingDb(db: Db, statements: number): { db: Db; isDead(): boolean } {
  let sent = 0
  const dies: KyselyPlugin = {
    transformQuery({ node }) {
      sent += 1
      if (sent > statements) throw new Error('The worker is dead')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { db: db.withPlugin(dies), isDead: () => sent > statements }
}
