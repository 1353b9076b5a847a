import type { Hostility } from '#simulators/twilio/hostility.ts'
import { DeliveryQueue } from '../delivery-queue.ts'
import { nowSeconds } from './records/wire.ts'
import { signEvent } from './signature.ts'

const LIMIT_MILLISECONDS = 10_000

export interface PostmanOptions {
  /** Letters wait until it is known. */
  url: string | Promise<string> | null
  secret: string
  hostility: Hostility | null
}

export interface Letter {
  body: string
  /** Letters about one subject go out one after the other. */
  subject: string
  /** Its number among all letters: decides what happens to it in hostile mode. */
  ordinal: number
}

/** Carries signed events to the account's webhook endpoint, each once: what gets lost is not sent again. */
export class Postman {
  readonly #options: PostmanOptions
  readonly #queue: DeliveryQueue

  constructor(options: PostmanOptions) {
    this.#options = options
    this.#queue = new DeliveryQueue(options.hostility)
  }

  /** Whether an endpoint is registered. */
  get hasAddress(): boolean {
    return this.#options.url !== null
  }

  /** Sends a letter in its turn; `done` is called when it has arrived or been lost. */
  async send({ subject, ordinal, body }: Letter, done: () => void): Promise<void> {
    if (!(await this.#queue.send({ subject, ordinal, index: 0 }, () => this.#deliver(body, done)))) done()
  }

  close(): void {
    this.#queue.close()
  }

  async #deliver(body: string, done: () => void): Promise<void> {
    const { secret } = this.#options
    const { signal } = this.#queue
    const url = await this.#options.url
    if (url === null || signal.aborted) return
    try {
      const response = await fetch(url, {
        method: 'POST',
        redirect: 'manual',
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'User-Agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'Stripe-Signature': signEvent(secret, nowSeconds(), body),
        },
        body,
        signal: AbortSignal.any([signal, AbortSignal.timeout(LIMIT_MILLISECONDS)]),
      })
      await response.body?.cancel()
    } catch {
      // Nobody was there, or nobody answered: lost.
    }
    if (!signal.aborted) done()
  }
}
