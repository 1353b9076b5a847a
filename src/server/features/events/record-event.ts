import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'
import type { SealedWords } from './event-words.ts'

/** The kinds of events that other systems can receive. */
export const EVENTS = [
  'call.scheduled',
  'call.completed',
  'call.failed',
  'call.missed',
  'call.escalated',
  'call.acknowledged',
  'consent.changed',
  'contact.changed',
  'away.started',
  'away.ended',
  'sms.received',
  'sms.sent',
  'subscription.created',
  'subscription.updated',
  'invoice.paid',
] as const
export type EventName = (typeof EVENTS)[number]

export interface NewEvent {
  event: EventName
  accountId: number | null
  /** Sent as it is: it contains nothing secret, and nothing that somebody said or wrote. */
  data: Record<string, unknown>
  /** Which member did it; left out where none did. Sent as `by` of the data. */
  by?: Pick<Actor, 'personId' | 'name'> | undefined
  /** What somebody wrote: sent as `text` of the data. */
  words?: SealedWords
}

/** Writes an event for other systems into the transaction of the fact. */
export async function recordEvent(trx: Trx, event: NewEvent): Promise<void> {
  await recordEvents(trx, [event])
}

/** As `recordEvent`, for many facts at once, in one statement. All webhooks get the events of every circle: each says whose it is. */
export async function recordEvents(trx: Trx, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  await trx
    .insertInto('events')
    .values(
      events.map(({ event, accountId, data, by, words }) => ({
        ...{ event, accountId },
        data: JSON.stringify({
          ...{ circleId: accountId, ...data },
          ...(by && { by: { id: by.personId, name: by.name } }),
        }),
        ...words,
      })),
    )
    .execute()
}

/** Their deliveries are written: from now on their content is in those alone. */
export async function noteFannedOut(trx: Trx, ids: readonly number[], now: Date): Promise<void> {
  await trx
    .updateTable('events')
    .set({ fannedOutAt: now, data: '{}', words: null, wordsOf: null, sealedWith: null })
    .where('id', 'in', [...ids])
    .execute()
}
