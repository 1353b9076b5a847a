export interface OutgoingWebhook {
  url: string
  /** `whsec_…` is base64, anything else counts as it stands; null: not signed. */
  secret: string | null
  /** Equal for every try. */
  messageId: string
  at: Date
  /** JSON, under 20 KB. */
  body: string
}

/** What became of one try. Nothing of an answer's body is ever passed on. */
export type SendOutcome =
  /** Answered with 2xx in time. */
  | { kind: 'delivered'; status: number; durationMs: number }
  /** Answered with anything else; a redirect is not followed. */
  | { kind: 'turned_down'; status: number; durationMs: number }
  | { kind: 'failed'; reason: 'timeout' | 'no_such_host' | 'connection' | 'certificate'; durationMs: number }
  /** The address is one that Cooee does not send to. */
  | { kind: 'refused'; reason: string; durationMs: number }
  /** Called off by `signal`: whether it arrived is not known. */
  | { kind: 'called_off'; durationMs: number }

/** Posts to receivers outside. Every address is checked where it is typed and again where it is connected to. */
export interface WebhookSender {
  /** Why Cooee does not send to this address, as a sentence; null where it does. Resolves the name, which every try does again. */
  refusalOf(url: string): Promise<string | null>
  /** Answers within 15 seconds, whatever the receiver does. Throws only where the webhook cannot be signed. */
  send(webhook: OutgoingWebhook, options?: { signal?: AbortSignal }): Promise<SendOutcome>
}
