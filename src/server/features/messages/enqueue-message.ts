import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { sentWords } from '#core/names/sent-words.ts'
import { textSegments } from '#core/phone/text-segments.ts'
import type { PushContent } from '#server/features/notifications/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { MessagesTable } from '#server/platform/database/schema.ts'
import { defineJob, type Jobs } from '#server/platform/work/jobs.ts'

export interface NewMessage {
  channel: 'email' | 'sms' | 'push'
  /** An e-mail address, a number in E.164, or the id of a device. */
  recipient: string
  subject?: string | null
  /** The body of a mail, or all of a text. */
  text: string
  /** A message about the same fact is written once: a second message with this key is not written. */
  dedupeKey?: string | null
  accountId?: number | null
  /** Whom it is about: a text is sent from the number of ours from which they are rung. Left out, it is that of the account. */
  lovedOneId?: number
  /** Sends a text from this number of ours, in place of the loved one's. */
  sentFrom?: string | null
  /** Whom it is written to, where they sign in: it goes with their login. */
  personId?: number | null
  /** News of the family, to its member `personId`: it is not sent to somebody who has left the family. */
  isForMember?: boolean
  /** The text opens something (a reset link): it is blanked once a mail server has it. */
  isSecret?: boolean
  /** Goes before the others of its channel and is retried sooner: a person may need help. */
  isUrgent?: boolean
  /** Help was requested, or may have been: it goes before every other message, in a queue of its own. */
  isHelp?: boolean
  /** The row is deleted with its delivery: it names a person about whom nothing else is stored. */
  isDeletedOnceSent?: boolean
  /** Of a mail: the fallback text that goes out when it cannot be delivered. */
  fallback?: FallbackText | null
  /** The same news for the devices of `personId`, once for `key`: beside this message, never in its place. */
  push?: { content: PushContent; key: string }
  /** Of a push: the message with the same news. */
  besideId?: number
  /** The mail that it replaces. */
  fallbackForId?: number
  createdAt?: Date
  /** Of a text: it may have been sent since then, before a restore. The provider is asked before it is sent. */
  mayBeSentSince?: Date
}

export interface FallbackText {
  /** In E.164. */
  recipient: string
  text: string
}

/**
 * Whether a message with this key has been written. Read before it is written again where the caller holds locks: an
 * insert would wait for a delivery of that message, which may wait for them.
 */
export async function isEnqueued(db: Db, dedupeKey: string): Promise<boolean> {
  const message = await db.selectFrom('messages').select('id').where('dedupeKey', '=', dedupeKey).executeTakeFirst()
  return message !== undefined
}

/** Writes a message and the job that delivers it into the caller's transaction. Returns its id, or null when a message with this key exists. */
export async function enqueueMessage(jobs: Jobs, trx: Trx, message: NewMessage): Promise<number | null> {
  const body = sentWords(message.text)
  const stored = await trx
    .insertInto('messages')
    .values({
      channel: message.channel,
      recipient: message.recipient,
      subject: message.subject == null ? null : sentWords(message.subject),
      text: body,
      segments: message.channel === 'sms' ? textSegments(body) : 1,
      dedupeKey: message.dedupeKey ?? null,
      accountId: message.accountId ?? null,
      sentFrom: message.channel === 'sms' || message.fallback ? sentFrom(message) : null,
      personId: message.personId ?? null,
      forMember: message.isForMember ?? false,
      fallbackForId: message.fallbackForId ?? null,
      besideId: message.besideId ?? null,
      isSecret: message.isSecret ?? false,
      isUrgent: message.isUrgent ?? false,
      isHelp: message.isHelp ?? false,
      deletedOnceSent: message.isDeletedOnceSent ?? false,
      fallbackRecipient: message.fallback?.recipient ?? null,
      fallbackText: message.fallback ? sentWords(message.fallback.text) : null,
      ...(message.createdAt ? { createdAt: message.createdAt, deliverAt: message.createdAt } : {}),
      // As after a try whose answer was lost.
      ...(message.mayBeSentSince ? { createdAt: message.mayBeSentSince, tries: 1 } : {}),
    })
    .onConflict((conflict) => conflict.column('dedupeKey').doNothing())
    .returning(['id', 'channel', 'isUrgent', 'isHelp'])
    .executeTakeFirst()
  if (!stored) return null
  await sendDelivery(jobs, trx, stored)
  if (message.push) await enqueuePushes(jobs, trx, message, message.push, stored.id)
  return stored.id
}

/** One push for each device of the reader. */
async function enqueuePushes(
  jobs: Jobs,
  trx: Trx,
  { accountId, personId, isForMember, isUrgent, isHelp, createdAt }: NewMessage,
  { content, key }: { content: PushContent; key: string },
  besideId: number,
): Promise<void> {
  if (personId == null) return
  const devices = await trx
    .selectFrom('pushDevices')
    .select('id')
    .where('personId', '=', personId)
    .where('goneAt', 'is', null)
    .execute()
  for (const { id } of devices) {
    await enqueueMessage(jobs, trx, {
      ...{ accountId, personId, isForMember, isUrgent, isHelp, createdAt, besideId },
      channel: 'push',
      recipient: String(id),
      text: JSON.stringify(content),
      dedupeKey: `push:${key}:${id}`,
    } as NewMessage)
  }
}

/** The account's number is that of the person added first: they are few, and rung from the same one. */
function sentFrom({ sentFrom: given, lovedOneId, accountId }: NewMessage): RawBuilder<string | null> | null {
  if (given) return sql`${given}`
  if (lovedOneId !== undefined) return sql`(select rung_from from loved_ones where id = ${lovedOneId})`
  if (accountId == null) return null
  return sql`(select rung_from from loved_ones where account_id = ${accountId} order by id limit 1)`
}

/**
 * Counts a text that an admin has sent to a phone of theirs, for the daily spending and the account's daily limit:
 * without its words and with a masked `recipient`, so the limit of the phone does not count it.
 */
export async function countTestText(
  db: Db,
  { accountId, recipient, text, sentAt }: { accountId: number; recipient: string; text: string; sentAt: Date },
): Promise<void> {
  await db
    .insertInto('messages')
    .values({
      ...{ accountId, channel: 'sms', recipient, text: '(a test)' },
      ...{ segments: textSegments(text), createdAt: sentAt, sentAt },
    })
    .execute()
}

const payload = z.object({ messageId: z.number().int() })

/**
 * Wake a worker for one stored message. The message's own row says whether it still has to be sent. One queue per
 * channel: a mail server that hangs does not delay texts. One more for messages about a request for help: however many
 * others are being sent, and however slowly, there is always a worker for them.
 */
export const DELIVERY_JOBS = {
  email: defineJob('deliver-mail', payload),
  sms: defineJob('deliver-text', payload),
  helpEmail: defineJob('deliver-help-mail', payload),
  helpSms: defineJob('deliver-help-text', payload),
  push: defineJob('deliver-push', payload),
}

export const CHANNELS = ['email', 'sms', 'push'] as const satisfies readonly MessagesTable['channel'][]

/** Enqueues the delivery of a message, in the caller's transaction; at once, unless `startAfter` is given. */
export async function sendDelivery(
  jobs: Jobs,
  db: Db,
  message: { id: number; channel: MessagesTable['channel']; isUrgent: boolean; isHelp: boolean },
  startAfter?: Date,
): Promise<void> {
  const { id: messageId, channel, isUrgent, isHelp } = message
  const help = channel === 'sms' ? DELIVERY_JOBS.helpSms : DELIVERY_JOBS.helpEmail
  const options = { priority: isUrgent ? 1 : 0, ...(startAfter && { startAfter }) }
  const job = isHelp && channel !== 'push' ? help : DELIVERY_JOBS[channel]
  await jobs.send(db, job, { messageId }, options)
}
