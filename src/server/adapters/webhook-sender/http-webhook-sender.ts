import { Webhook } from 'standardwebhooks'
import { type OutsideOptions, postOutside, refusalOfOutside } from './post-outside.ts'
import type { OutgoingWebhook, SendOutcome, WebhookSender } from './webhook-sender.ts'

export type HttpWebhookSenderOptions = OutsideOptions

type Untimed<Outcome> = Outcome extends unknown ? Omit<Outcome, 'durationMs'> : never

/** Posts over HTTP. Nothing is shared between tries: no connections, no cookies, no proxy. */
export function httpWebhookSender(options: HttpWebhookSenderOptions): WebhookSender {
  return {
    refusalOf: (text) => refusalOfOutside(text, options),

    async send(webhook, { signal: calledOff } = {}) {
      const began = performance.now()
      const { url, body } = webhook
      const outcome = outcomeOf(await postOutside({ url, headers: headersOf(webhook), body }, options, calledOff))
      return { ...outcome, durationMs: Math.round(performance.now() - began) }
    },
  }
}

function outcomeOf(answer: Awaited<ReturnType<typeof postOutside>>): Untimed<SendOutcome> {
  if (answer.kind !== 'answered') return answer
  const { status } = answer
  return status >= 200 && status < 300 ? { kind: 'delivered', status } : { kind: 'turned_down', status }
}

function headersOf({ secret, messageId, at, body }: OutgoingWebhook): Record<string, string> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Cooee-Webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  }
  return secret === null ? headers : { ...headers, 'webhook-signature': signer(secret).sign(messageId, at, body) }
}

function signer(secret: string): Webhook {
  // As bytes: the package would take the first byte of each letter only.
  return secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' })
}
