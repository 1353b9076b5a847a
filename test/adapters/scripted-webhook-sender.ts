import type { OutgoingWebhook, SendOutcome, WebhookSender } from '#server/adapters/webhook-sender/webhook-sender.ts'

/** A sender for tests: posts nothing, remembers its requests, and answers as the test says. */
export interface ScriptedWebhookSender extends WebhookSender {
  readonly sent: OutgoingWebhook[]
  /** What becomes of a try. Left alone: delivered. */
  outcome: (webhook: OutgoingWebhook, signal: AbortSignal | undefined) => SendOutcome | Promise<SendOutcome>
  /** Why an address is refused; null where it is not. */
  refusal: (url: string) => string | null
}

export function scriptedWebhookSender(): ScriptedWebhookSender {
  const sender: ScriptedWebhookSender = {
    sent: [],
    outcome: () => ({ kind: 'delivered', status: 200, durationMs: 7 }),
    refusal: () => null,
    refusalOf: async (url) => sender.refusal(url),
    async send(webhook, { signal } = {}) {
      sender.sent.push(webhook)
      return sender.outcome(webhook, signal)
    },
  }
  return sender
}
