import type { PushOutcome, PushSender, PushSubscriptionKeys } from '#server/adapters/push/push-sender.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** What a push shows; kept as JSON in the outbox. */
export interface PushContent {
  title: string
  body: string
  /** The address that a tap opens. */
  navigate: string
  /** A later push with the same topic takes its place, also where it is shown. */
  topic: string
}

/** News of a call that is older than this is delivered by texts and mails alone. */
export const PUSH_GOOD_FOR_SECONDS = 3600

interface SendDeps {
  db: Db
  clock: Clock
  sealing: Sealing
  push: PushSender
}

/**
 * Hands a push for one person to the service of one device of theirs, and of nobody who has it since. A device that the
 * service does not know any more is marked as gone. The badge counts what is open in the person's circles now.
 */
export async function sendPush(
  { db, clock, sealing, push }: SendDeps,
  {
    deviceId,
    personId,
    content,
    isUrgent,
  }: { deviceId: number; personId: number | null; content: PushContent; isUrgent: boolean },
): Promise<PushOutcome> {
  const device = await db
    .selectFrom('pushDevices')
    .select(['subscription', 'sealedWith', 'endpointHash'])
    .where('id', '=', deviceId)
    .where('personId', '=', personId)
    .where('goneAt', 'is', null)
    .executeTakeFirst()
  if (!device || personId === null) return { kind: 'gone', reason: 'This device is not notified any more' }
  const { subscription: value, sealedWith, endpointHash } = device
  const opened = sealing.openText('push_devices.subscription', { endpointHash }, { value, sealedWith })
  // The key may come back.
  if (opened.kind === 'unreadable') return { kind: 'unreachable', reason: 'The address of the device cannot be read' }
  const to = JSON.parse(opened.content) as PushSubscriptionKeys
  const { topic, ...notification } = content
  const payload = JSON.stringify({
    // Declarative Web Push: a browser that knows it shows it without a worker.
    web_push: 8030,
    notification: { ...notification, lang: 'en-AU', dir: 'ltr', tag: topic },
    app_badge: await countOpen(db, personId),
  })
  const urgency = isUrgent ? 'high' : 'normal'
  const outcome = await push.send({ to, payload, ttlSeconds: PUSH_GOOD_FOR_SECONDS, urgency, topic })
  if (outcome.kind === 'gone') {
    const { numUpdatedRows } = await db
      .updateTable('pushDevices')
      .set({ goneAt: clock.now() })
      .where('id', '=', deviceId)
      .where('endpointHash', '=', endpointHash)
      .executeTakeFirst()
    // Its browser has given another address meanwhile, or is no device any more, which the next try finds.
    if (numUpdatedRows === 0n) return { kind: 'unreachable', reason: 'The address of the device has changed' }
  }
  if (outcome.kind === 'accepted') {
    await db.updateTable('pushDevices').set({ lastSentAt: clock.now() }).where('id', '=', deviceId).execute()
  }
  return outcome
}

/** How many incidents of the person's circles nobody has ended. */
async function countOpen(db: Db, personId: number): Promise<number> {
  const { count } = await db
    .selectFrom('incidents')
    .innerJoin('members', 'members.accountId', 'incidents.accountId')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('members.personId', '=', personId)
    .where('incidents.endedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}
