import type { DeliveryOutcome } from '#server/adapters/delivery.ts'

interface OutgoingText {
  /** E.164. */
  to: string
  text: string
  messageId: number
}

/** Sends text messages. Throws only when nobody can say whether the text was taken. */
export interface Texts {
  send(text: OutgoingText): Promise<DeliveryOutcome>
}
