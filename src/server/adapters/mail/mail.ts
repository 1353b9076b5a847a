import type { DeliveryResult } from '#server/adapters/delivery.ts'

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  /** Equal for every try, so that a mail program recognises a repetition. */
  messageId: number
  /** Somebody has asked for help, or may have: it does not wait for other mails. */
  isHelp?: boolean
}

/** Hands mails over. Throws only when nobody can say whether the mail was taken. */
export interface Mail {
  send(mail: OutgoingMail): Promise<DeliveryResult>
  /** Lets go of connections. */
  close(): void
}
