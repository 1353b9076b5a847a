import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
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
  await insertEvents(trx, {
    names: events.map(({ event }) => event),
    accountIds: events.map(({ accountId }) => accountId),
    data: events.map(({ accountId, data, by }) =>
      JSON.stringify({
        ...{ circleId: accountId, ...data },
        ...(by && { by: { id: by.personId, name: by.name } }),
      }),
    ),
    words: events.map(({ words }) => words?.words ?? null),
    wordsOf: events.map(({ words }) => words?.wordsOf ?? null),
    sealedWith: events.map(({ words }) => words?.sealedWith ?? null),
  })
}

interface EventColumns {
  names: Param<string[]>
  accountIds: Param<(number | null)[]>
  data: Param<string[]>
  words: Param<(string | null)[]>
  wordsOf: Param<(string | null)[]>
  sealedWith: Param<(string | null)[]>
}

/** A list for each column, so that the statement is one for any number of events. */
const insertEvents = preparedStatement((db, { names, accountIds, data, words, wordsOf, sealedWith }: EventColumns) =>
  db
    .insertInto('events')
    .columns(['event', 'accountId', 'data', 'words', 'wordsOf', 'sealedWith'])
    .expression(
      sql`select event, account_id, data::jsonb, words, words_of, sealed_with
        from unnest(${names}::text[], ${accountIds}::bigint[], ${data}::text[], ${words}::text[], ${wordsOf}::text[],
          ${sealedWith}::text[]) with ordinality as row (event, account_id, data, words, words_of, sealed_with, place)
        order by place`,
    ),
)

/** Their deliveries are written: from now on their content is in those alone. */
export async function noteFannedOut(trx: Trx, ids: readonly number[], now: Date): Promise<void> {
  await trx
    .updateTable('events')
    .set({ fannedOutAt: now, data: '{}', words: null, wordsOf: null, sealedWith: null })
    .where('id', 'in', [...ids])
    .execute()
}
