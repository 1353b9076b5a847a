import type { Ledger } from './ledger.ts'
import { parseTextReplies } from './phone/text-replies.ts'
import type { Postroom } from './postroom.ts'
import { newSid } from './sid.ts'
import type { Callback, SimulatedMessage, SimulatedNumber } from './simulated-records.ts'
import type { WebhookAnswer } from './webhook-answer.ts'
import type { Webhooks } from './webhooks.ts'

/** After a restart the customer's server may come up later than the phones. */
const TAKEN_UP_AFTER_MILLISECONDS = 2000

/** Hands text messages that people write to the account's numbers to its server, and sends the answers it gives. */
export class InboundTexts {
  readonly #ledger: Ledger
  readonly #webhooks: Webhooks
  readonly #postroom: Postroom
  readonly #timers = new Set<NodeJS.Timeout>()
  #power = new AbortController()

  constructor(ledger: Ledger, webhooks: Webhooks, postroom: Postroom) {
    this.#ledger = ledger
    this.#webhooks = webhooks
    this.#postroom = postroom
  }

  /** `receiving` until the account's server has answered, then `received`. */
  receive(number: SimulatedNumber, from: string, body: string): SimulatedMessage {
    const now = new Date()
    const message: SimulatedMessage = {
      sid: newSid('SM'),
      accountSid: number.accountSid,
      direction: 'inbound',
      to: number.phoneNumber,
      from,
      body,
      statusCallback: null,
      createdTime: now,
      updatedTime: now,
      sentTime: now,
      status: 'receiving',
      error: null,
    }
    this.#ledger.addMessage(message)
    void this.#handOver(message)
    return message
  }

  /** Hands over again what a killed process had not: the same message with the same id. */
  resume(): void {
    for (const message of this.#ledger.messages.all()) {
      if (message.status !== 'receiving') continue
      const timer = setTimeout(() => {
        this.#timers.delete(timer)
        void this.#handOver(message)
      }, TAKEN_UP_AFTER_MILLISECONDS)
      this.#timers.add(timer)
    }
  }

  /** Somebody writes a while after they have read a text. Forgotten when the simulator stops. */
  receiveAfter(milliseconds: number, write: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      write()
    }, milliseconds)
    this.#timers.add(timer)
  }

  powerOff(): void {
    this.#power.abort()
    this.#power = new AbortController()
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  async #handOver(message: SimulatedMessage): Promise<void> {
    const { signal } = this.#power
    const number = this.#ledger.numbers.withKey(message.to).at(-1)
    const error = number?.sms ? await this.#offer(message, number.sms, number.smsFallback, signal) : null
    if (!signal.aborted) this.#ledger.changeMessage(message, { status: 'received', error })
  }

  async #offer(
    message: SimulatedMessage,
    to: Callback,
    fallback: Callback | null,
    signal: AbortSignal,
  ): Promise<SimulatedMessage['error']> {
    const answer = await this.#post(message, to, {})
    const failed = signal.aborted ? null : this.#perform(message, to, answer)
    if (!failed || !fallback) return failed
    const again = await this.#post(message, fallback, { ErrorCode: String(failed.code), ErrorUrl: to.url })
    return signal.aborted ? null : (this.#perform(message, fallback, again) ?? failed)
  }

  #post(message: SimulatedMessage, to: Callback, more: Record<string, string>): Promise<WebhookAnswer> {
    return this.#webhooks.send({ ...to, params: { ...inboundParameters(message), ...more } })
  }

  /** Sends the answers of the document; what was wrong with it, or null. */
  #perform(message: SimulatedMessage, { url }: Callback, answer: WebhookAnswer): SimulatedMessage['error'] {
    if (answer.kind === 'failed' || answer.statusCode < 200 || answer.statusCode > 299) {
      const what = answer.kind === 'failed' ? answer.reason : `status ${answer.statusCode}`
      return { code: 11200, message: `HTTP retrieval failure: ${what}` }
    }
    // An empty answer says nothing, and is allowed to.
    if (answer.body.trim() === '') return null
    const parsed = parseTextReplies(answer.body)
    if (parsed.kind === 'invalid') return { code: 12100, message: `Document parse failure: ${parsed.reason}` }
    for (const { to, body, statusCallback } of parsed.replies) {
      this.#postroom.post({
        direction: 'outbound-reply',
        to: to ?? message.from,
        from: message.to,
        body,
        statusCallback: statusCallback === null ? null : (URL.parse(statusCallback, url)?.href ?? null),
      })
    }
    return null
  }
}

/** https://www.twilio.com/docs/messaging/guides/webhook-request */
function inboundParameters(message: SimulatedMessage): Record<string, string> {
  return {
    MessageSid: message.sid,
    SmsSid: message.sid,
    SmsMessageSid: message.sid,
    AccountSid: message.accountSid,
    From: message.from,
    To: message.to,
    Body: message.body,
    NumMedia: '0',
    NumSegments: '1',
    SmsStatus: 'received',
    ApiVersion: '2010-04-01',
  }
}
