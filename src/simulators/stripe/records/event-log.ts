import type { Postman } from '../postman.ts'
import { newId } from './ids.ts'
import type { Ledger } from './ledger.ts'
import { idOf, nowSeconds, type ProviderEvent, type Resource } from './wire.ts'

/** The version of the API that the resources have, whatever version a request asks for. */
export const API_VERSION = '2026-10-28.endive'

/** Notes what happened as events, and has them sent once the transaction they belong to is kept. */
export class EventLog {
  readonly #ledger: Ledger
  readonly #postman: Postman
  #unsent: ProviderEvent[] = []
  #count: number

  constructor(ledger: Ledger, postman: Postman) {
    this.#ledger = ledger
    this.#postman = postman
    this.#count = ledger.all('event').length
  }

  /** Runs `act` as one transaction; what it makes known is sent afterwards. */
  transact<T>(act: () => T, keeps: (error: unknown) => boolean = () => false): T {
    try {
      return this.#ledger.transact(act, keeps)
    } catch (error) {
      if (!keeps(error)) this.#unsent = []
      throw error
    } finally {
      for (const event of this.#unsent) this.#send(event)
      this.#unsent = []
    }
  }

  /** A resource is as it is given. */
  note(type: string, object: Resource): void {
    const event: ProviderEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: API_VERSION,
      created: nowSeconds(),
      data: { object },
      livemode: false,
      pending_webhooks: this.#postman.hasAddress ? 1 : 0,
      type,
    }
    this.#ledger.put(event)
    this.#unsent.push(event)
  }

  /** Sends what a killed process could not send any more. */
  resume(): void {
    for (const event of this.#ledger.all('event')) if (event.pending_webhooks > 0) this.#send(event)
  }

  #send(event: ProviderEvent): void {
    const { object } = event.data
    const ordinal = this.#count
    this.#count += 1
    if (!this.#postman.hasAddress) return
    const subject = 'customer' in object ? (idOf(object.customer) ?? object.id) : object.id
    const letter = { body: JSON.stringify(event, null, 2), subject, ordinal }
    void this.#postman.send(letter, () => {
      const present = this.#ledger.find('event', event.id)
      if (present && present.pending_webhooks > 0) this.#ledger.put({ ...present, pending_webhooks: 0 })
    })
  }
}
