import type { Trx } from '#server/platform/database.ts'

/** What other systems can be told of. */
export const EVENTS = [
  'call.scheduled',
  'call.completed',
  'call.failed',
  'call.missed',
  'call.escalated',
  'call.acknowledged',
  'sms.received',
  'sms.sent',
] as const
export type EventName = (typeof EVENTS)[number]

/** Writes what other systems are told into the transaction of the fact. `data` goes out as it is: nothing secret in it. */
export async function recordEvent(
  trx: Trx,
  { event, accountId, data }: { event: EventName; accountId: number | null; data: Record<string, unknown> },
): Promise<void> {
  await trx
    .insertInto('events')
    .values({ event, accountId, data: JSON.stringify(data) })
    .execute()
}
