import { setTimeout } from 'node:timers/promises'
import type { Hostility } from './twilio/hostility.ts'

/** What is delivered about one subject goes out one after the other; `ordinal` and `index` decide what happens to it in hostile mode. */
interface Place {
  subject: string
  ordinal: number
  index: number
}

/** Carries events to the account's server, with the faults of hostile mode on the way. */
export class DeliveryQueue {
  readonly #hostility: Hostility | null
  readonly #queues = new Map<string, Promise<void>>()
  readonly #closing = new AbortController()

  constructor(hostility: Hostility | null) {
    this.#hostility = hostility
  }

  /** Aborts when the queue closes. */
  get signal(): AbortSignal {
    return this.#closing.signal
  }

  /** Delivers in its turn. Resolves when that is done, or at once where it is held back; false where it is lost. */
  async send({ subject, ordinal, index }: Place, deliver: () => Promise<void>): Promise<boolean> {
    const fault = this.#hostility?.callbackFault(ordinal, index)
    switch (fault?.kind) {
      case 'lost':
        return false
      case 'overtaken':
        void this.#delay(fault.milliseconds).then(deliver)
        return true
      case 'late':
        this.#chain(subject, () => this.#delay(fault.milliseconds))
        this.#chain(subject, deliver)
        return true
      case 'twice':
        this.#chain(subject, deliver)
        this.#chain(subject, deliver)
        return true
      case undefined:
        await this.#chain(subject, deliver)
        return true
    }
  }

  close(): void {
    this.#closing.abort()
  }

  #chain(subject: string, step: () => Promise<void>): Promise<void> {
    const queue = (this.#queues.get(subject) ?? Promise.resolve()).then(step)
    this.#queues.set(subject, queue)
    void queue.finally(() => {
      if (this.#queues.get(subject) === queue) this.#queues.delete(subject)
    })
    return queue
  }

  #delay(milliseconds: number): Promise<void> {
    // The queue closes: it is over at once.
    return setTimeout(milliseconds, undefined, { signal: this.signal }).catch(() => undefined)
  }
}
