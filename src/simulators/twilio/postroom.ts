import type { Ledger } from './ledger.ts'
import { newSid } from './sid.ts'
import type { MessageStatus, SimulatedMessage } from './simulated-records.ts'
import type { Webhooks } from './webhooks.ts'

const STEP_MILLISECONDS = 20
const NEXT_STATUS: Partial<Record<MessageStatus, MessageStatus>> = { queued: 'sent', sent: 'delivered' }

/** Carries text messages: queued, sent, delivered, with a status callback at each step. */
export class Postroom {
  readonly #ledger: Ledger
  readonly #webhooks: Webhooks
  readonly #accountSid: string
  readonly #timers = new Set<NodeJS.Timeout>()
  #ordinal = 0

  constructor(accountSid: string, ledger: Ledger, webhooks: Webhooks) {
    this.#accountSid = accountSid
    this.#ledger = ledger
    this.#webhooks = webhooks
  }

  post(
    message: Pick<SimulatedMessage, 'to' | 'from' | 'messagingServiceSid' | 'body' | 'statusCallback'>,
  ): SimulatedMessage {
    const now = new Date()
    const posted: SimulatedMessage = {
      ...message,
      sid: newSid('SM'),
      accountSid: this.#accountSid,
      createdTime: now,
      updatedTime: now,
      sentTime: null,
      status: 'queued',
    }
    this.#ledger.addMessage(posted)
    this.#carry(posted)
    return posted
  }

  /** Takes up the messages a killed process left on their way. */
  resume(): void {
    for (const message of this.#ledger.messages.all()) if (NEXT_STATUS[message.status]) this.#carry(message)
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
    const status = NEXT_STATUS[message.status]
    if (!status) return
    this.#ledger.changeMessage(message, { status, sentTime: message.sentTime ?? new Date() })
    if (message.statusCallback) {
      this.#webhooks.enqueue(
        { sid: message.sid, ordinal, index },
        { url: message.statusCallback, method: 'POST', params: messageParameters(message) },
      )
    }
    this.#later(() => this.#step(message, ordinal, index + 1))
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
    ...(message.messagingServiceSid ? { MessagingServiceSid: message.messagingServiceSid } : {}),
  }
}
