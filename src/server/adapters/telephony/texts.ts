import type { DeliveryOutcome } from '#server/adapters/delivery.ts'
import type { Lookup } from './telephony.ts'

interface OutgoingText {
  /** E.164. */
  to: string
  text: string
  messageId: number
}

/** Sends text messages. Throws only when nobody can say whether the text was taken. */
export interface Texts {
  send(text: OutgoingText): Promise<DeliveryOutcome>
  /** The provider's ids of the texts to a number, with just these words, that it took at or after an instant; newest first. */
  find(query: { to: string; text: string; since: Date }): Promise<Lookup<string[]>>
}
