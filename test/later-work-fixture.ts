import { createSecretKey } from 'node:crypto'
import { pino } from 'pino'
import type { ReceivedText } from '#server/adapters/telephony/texts.ts'
import { DELIVERY_PATIENCE } from '#server/features/messages/public.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import type { JobEngine } from '#server/platform/work/job-engine.ts'
import type { WorkerParts } from '#server/workers.ts'
import { scriptedPayments } from '#test/adapters/scripted-payments.ts'
import { scriptedRecordings } from '#test/adapters/scripted-recordings.ts'
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
  const receiver = scriptedWebhookSender()
  const sealing = createSealing({ current: createSecretKey(Buffer.alloc(32, 7)) }, log)
  const shared = { ...care.deps, log }
  const parts: WorkerParts = {
    databaseUrl: care.databaseUrl,
    statementTimeoutMs: 30_000,
    log,
    jobs: care.jobs as unknown as JobEngine,
    care: { ...shared, sealing, callsPerSecond: SLOW, incidents: care.deps.incidents },
    recordings: { ...shared, recordings },
    billing: { ...shared, payments, isBillingOn: true },
    webhooks: { ...shared, webhookSender: receiver },
    mail: {
      close: () => {},
      async send({ messageId }) {
        sent.push(messageId)
        return { kind: 'accepted', providerId: `mail ${messageId}` }
      },
    },
    texts: {
      async send({ messageId }) {
        if (messageId !== null) sent.push(messageId)
        return { kind: 'accepted', providerId: `text ${messageId}` }
      },
      find: async () => ({ kind: 'absent' }),
      received: async () => ({ kind: 'found', found: received }),
    },
    patience: DELIVERY_PATIENCE,
    retentionMonths: 12,
    onUndelivered: async () => {},
    onInstead: async () => {},
    onChanged: () => {},
  }
  return { parts, sent, received, payments, recordings, receiver }
}
