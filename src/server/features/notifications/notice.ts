import type { Trx } from '#server/platform/database/database.ts'

/** Something to be told to a person, once: the same key never twice. */
export interface Notice {
  /** Null of what an account that is being deleted leaves to be told. */
  accountId: number | null
  channel: 'email' | 'sms'
  recipient: string
  subject: string | null
  text: string
  dedupeKey: string
  /** Of a mail: the text message that goes out in its place when it cannot be delivered. */
  fallback?: { recipient: string; text: string }
  /** Its text is removed once it has left. */
  isSecret?: boolean
  /** Its row goes with its delivery: it names somebody of whom nothing else is kept. */
  isDeletedOnceSent?: boolean
  /** False for what nobody waits for: it gives way to other messages. */
  isUrgent?: boolean
  /** Somebody has asked for help, or may have: it goes before every other message. */
  isHelp?: boolean
}

/** Writes the notice in the transaction of the fact it tells; the message's id, null when it was told before. */
export type Notify = (trx: Trx, notice: Notice) => Promise<number | null>
