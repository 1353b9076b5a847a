import type { Hostility } from '#simulators/twilio/hostility.ts'
import { nowSeconds } from './records/wire.ts'
import { signEvent } from './signature.ts'

const LIMIT_MILLISECONDS = 10_000

export interface PostmanOptions {
  /** Letters wait until it is known. */
  url: string | Promise<string> | null
  secret: string
  hostility: Hostility | null
  deliverEvents: boolean
}

export interface Letter {
  id: string
  body: string
  /** Letters about one subject go out one after the other. */
  subject: string
  /** Its number among all letters: decides its fate in hostile mode. */
  ordinal: number
}

/** Carries signed events to the account's webhook endpoint, each once: what gets lost is not sent again. */
export class Postman {
  readonly #options: PostmanOptions
  readonly #queues = new Map<string, Promise<void>>()
  readonly #stop = new AbortController()

  constructor(options: PostmanOptions) {
    this.#options = options
  }

  /** Whether an endpoint is registered. */
  get hasAddress(): boolean {
    return this.#options.url !== null
  }

  /** Sends a letter in its turn; `done` is called once, when it has arrived or been lost. */
  send(letter: Letter, done: () => void): void {
    const fault = this.#options.hostility?.callbackFault(letter.ordinal, 0) ?? null
    const deliver = async () => {
      await this.#deliver(letter)
      if (!this.#stop.signal.aborted) done()
    }
    if (!this.#options.deliverEvents || fault?.kind === 'lost') {
      done()
      return
    }
    switch (fault?.kind) {
      case 'overtaken':
        void this.#delay(fault.milliseconds).then(deliver)
        return
      case 'late':
        this.#chain(letter.subject, () => this.#delay(fault.milliseconds))
        this.#chain(letter.subject, deliver)
        return
      case 'twice':
        this.#chain(letter.subject, () => this.#deliver(letter))
        this.#chain(letter.subject, deliver)
        return
      case undefined:
        this.#chain(letter.subject, deliver)
    }
  }

  close(): void {
    this.#stop.abort()
  }

  async #deliver({ body }: Letter): Promise<void> {
    const { secret } = this.#options
    const url = await this.#options.url
    if (url === null || this.#stop.signal.aborted) return
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
        signal: AbortSignal.any([this.#stop.signal, AbortSignal.timeout(LIMIT_MILLISECONDS)]),
      })
      await response.body?.cancel()
    } catch {
      // Nobody was there, or nobody answered: lost.
    }
  }

  #chain(subject: string, step: () => Promise<void>): void {
    const queue = (this.#queues.get(subject) ?? Promise.resolve()).then(step)
    this.#queues.set(subject, queue)
    void queue.finally(() => {
      if (this.#queues.get(subject) === queue) this.#queues.delete(subject)
    })
  }

  #delay(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    const { signal } = this.#stop
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', stop, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', stop))
  }
}
