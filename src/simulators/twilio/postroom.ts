import type { Ledger } from './ledger.ts'
import type { PhoneBook } from './phone/phone-book.ts'
import { newSid } from './sid.ts'
import type { MessageStatus, SimulatedMessage } from './simulated-records.ts'
import type { Webhooks } from './webhooks.ts'

const STEP_MILLISECONDS = 20
/** What the provider says of a phone that is off or out of reach: https://www.twilio.com/docs/api/errors/30003 */
const UNREACHABLE = { code: 30003, message: 'Unreachable destination handset' }

/** Carries text messages: queued, sent, delivered or undelivered, with a status callback at each step. */
export class Postroom {
  readonly #ledger: Ledger
  readonly #phoneBook: PhoneBook
  readonly #webhooks: Webhooks
  readonly #accountSid: string
  readonly #timers = new Set<NodeJS.Timeout>()
  #ordinal = 0
  /** Somebody reads a text that was delivered. */
  onDelivered: (message: SimulatedMessage) => void = () => {}

  constructor(accountSid: string, ledger: Ledger, phoneBook: PhoneBook, webhooks: Webhooks) {
    this.#accountSid = accountSid
    this.#ledger = ledger
    this.#phoneBook = phoneBook
    this.#webhooks = webhooks
  }

  post(message: Pick<SimulatedMessage, 'direction' | 'to' | 'from' | 'body' | 'statusCallback'>): SimulatedMessage {
    const now = new Date()
    const posted: SimulatedMessage = {
      ...message,
      sid: newSid('SM'),
      accountSid: this.#accountSid,
      createdTime: now,
      updatedTime: now,
      sentTime: null,
      status: 'queued',
      error: null,
    }
    this.#ledger.addMessage(posted)
    this.#carry(posted)
    return posted
  }

  /** Takes up the messages a killed process left on their way. */
  resume(): void {
    for (const message of this.#ledger.messages.all()) if (this.#nextStatus(message)) this.#carry(message)
  }

  powerOff(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  #carry(message: SimulatedMessage): void {
    const ordinal = this.#ordinal
    this.#ordinal += 1
    this.#later(() => this.#step(message, ordinal, 0))
  }

  #step(message: SimulatedMessage, ordinal: number, index: number): void {
    const status = this.#nextStatus(message)
    if (!status) return
    const error = status === 'undelivered' ? UNREACHABLE : null
    this.#ledger.changeMessage(message, { status, error, sentTime: message.sentTime ?? new Date() })
    if (message.statusCallback) {
      this.#webhooks.enqueue(
        { sid: message.sid, ordinal, index },
        { url: message.statusCallback, params: messageParameters(message) },
      )
    }
    if (status === 'delivered') this.onDelivered(message)
    this.#later(() => this.#step(message, ordinal, index + 1))
  }

  #nextStatus({ status, to }: SimulatedMessage): MessageStatus | null {
    switch (status) {
      case 'queued':
        return 'sent'
      case 'sent':
        return this.#phoneBook.textBehaviourOf(to) === 'delivered' ? 'delivered' : 'undelivered'
      case 'delivered':
      case 'undelivered':
      case 'failed':
      case 'receiving':
      case 'received':
        return null
    }
  }

  #later(act: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      act()
    }, STEP_MILLISECONDS)
    this.#timers.add(timer)
  }
}

function messageParameters(message: SimulatedMessage): Record<string, string> {
  return {
    MessageSid: message.sid,
    SmsSid: message.sid,
    AccountSid: message.accountSid,
    MessageStatus: message.status,
    SmsStatus: message.status,
    From: message.from,
    To: message.to,
    ApiVersion: '2010-04-01',
    ...(message.error ? { ErrorCode: String(message.error.code) } : {}),
  }
}
