import type { ColumnType, Generated } from 'kysely'
import type { ScriptPart } from '#core/call-script/script.ts'
import type { CreatedAt } from './created-at.ts'

export interface MessagesTable {
  id: Generated<number>
  accountId: number | null
  /** Whom it is written to, where they sign in. */
  personId: number | null
  forMember: Generated<boolean>
  channel: 'email' | 'sms' | 'push'
  /** Of a push: the id of the device. */
  recipient: string
  /** The number of ours from which a text is sent; null: the main one. */
  sentFrom: string | null
  subject: string | null
  text: string
  dedupeKey: string | null
  createdAt: CreatedAt
  sentAt: Date | null
  failedAt: Date | null
  error: string | null
  providerId: string | null
  isSecret: Generated<boolean>
  isUrgent: Generated<boolean>
  isHelp: Generated<boolean>
  deletedOnceSent: Generated<boolean>
  tries: Generated<number>
  deliverAt: Generated<Date>
  claimedUntil: Date | null
  delivery: 'delivered' | 'failed' | null
  deliveredAt: Date | null
  fallbackRecipient: string | null
  fallbackText: string | null
  /** Of a text message that was sent as the fallback for a mail: that mail. */
  fallbackForId: number | null
  /** Of a push: the mail or text with the same news. */
  besideId: number | null
  segments: Generated<number>
}

export interface InboundCallsTable {
  providerCallId: string
  phoneNumber: string | null
  receivedAt: Date
  checkedIn: Generated<number[]>
  incidentId: number | null
  incidentPersonId: number | null
  keys: Generated<string>
  replies: ColumnType<Record<string, ScriptPart[]>, string | undefined, string>
}

export interface InboundTextsTable {
  providerMessageId: string
  accountId: number | null
  lovedOneId: number | null
  phoneNumber: string | null
  text: string
  reply: string | null
  receivedAt: Date
  sealedWith: string | null
  replySealedWith: string | null
}

export interface InboundTextPollsTable {
  onlyRow: Generated<boolean>
  polledUntil: Date
}
