import type { Trx } from '#server/platform/database/database.ts'
import type { PushContent } from './push/send-push.ts'

/** A message to a person that is written once: the same key never twice. */
export interface NoticeMessage {
  /** Null for the last messages of an account that is being deleted. */
  accountId: number | null
  /** Whom it is about: a text is sent from the number of ours from which they are rung. Left out, it is that of the account. */
  lovedOneId?: number
  /** Sends a text from this number of ours, in place of the loved one's. */
  sentFrom?: string
  /** Whom it is written to, where they sign in: it goes with their login. */
  personId?: number | null
  /** News of the family, to its member `personId`: it does not leave for somebody who belongs to it no more. */
  isForMember?: boolean
  channel: 'email' | 'sms'
  recipient: string
  subject: string | null
  text: string
  dedupeKey: string
  /** Of a mail: the fallback text that goes out when it cannot be delivered. */
  fallback?: { recipient: string; text: string }
  /** Its text is removed once it is sent. */
  isSecret?: boolean
  /** Its row is deleted with its delivery: it names a person about whom nothing else is stored. */
  isDeletedOnceSent?: boolean
  /** False for a message that nobody waits for: others are sent first. */
  isUrgent?: boolean
  /** Of a text: it may have been sent since then, before a restore. The provider is asked before it is sent. */
  mayBeSentSince?: Date
  /** Help was requested, or may have been: it goes before every other message. */
  isHelp?: boolean
  /** The same news for the devices of `personId`, once for `key`, however many messages bring it. */
  push?: { content: PushContent; key: string }
}

/**
 * Writes the notice to the outbox in the transaction of the fact it reports, and sends nothing; returns the message's
 * id, null when it was written before. Features that alert people are given one that marks each notice as urgent.
 */
export type EnqueueNotice = (trx: Trx, notice: NoticeMessage) => Promise<number | null>
