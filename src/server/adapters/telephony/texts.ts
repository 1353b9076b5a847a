import type { DeliveryResult } from '#server/adapters/delivery.ts'
import type { Lookup } from './telephony.ts'

interface OutgoingText {
  /** E.164. */
  to: string
  /** Which number of ours writes; the main one where it is left out or not ours. */
  from?: string | null
  text: string
  /** The stored message; null for a message that is not stored and whose delivery is not reported. */
  messageId: number | null
}

/** Sends text messages. Throws only when nobody can say whether the text was taken. */
export interface Texts {
  send(text: OutgoingText): Promise<DeliveryResult>
  /** The provider's ids of the texts to a number, with just these words, that it took at or after an instant; newest first. */
  find(query: { to: string; text: string; since: Date }): Promise<Lookup<string[]>>
}

/** What became of a text that the provider took: null while it is not final, or the network reports nothing. */
export interface TextDelivery {
  delivery: 'delivered' | 'failed' | null
  /** Why it failed, for the log and the admin. */
  reason: string | null
}

/** Asks what became of texts, whether a callback reported it or not. */
export interface TextDeliveries {
  deliveryOf(providerMessageId: string): Promise<Lookup<TextDelivery>>
}

/** A text message that reached a number of Cooee's. `from` is E.164, or empty for a sender that is no number. */
export interface ReceivedText {
  providerMessageId: string
  from: string
  /** The number of ours that it was written to, where that is known. */
  to?: string
  text: string
  sentAt: Date
}

/** Lists what was written to Cooee's numbers, whether a callback reported it or not. */
export interface ReceivedTexts {
  /** The texts sent at or after an instant, oldest first; of very many to one number the newest. */
  received(query: { since: Date }): Promise<Lookup<ReceivedText[]>>
}
