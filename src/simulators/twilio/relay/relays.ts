import type { Pace } from '../pace.ts'
import { signRequest } from '../signature.ts'
import type { SimulatedCall } from '../simulated-records.ts'
import { type RelayFault, relayFaultOf } from './relay-faults.ts'

interface RelayOptions {
  authToken: string
  pace: Pace
  /** Of hostile mode; null where the network is kind. */
  hostile: { seed: number; share: number } | null
}

/** Opens relays, and knows what befalls them. */
export class Relays {
  readonly #options: RelayOptions
  readonly #faults = new Map<string, RelayFault>()

  constructor(options: RelayOptions) {
    this.#options = options
  }

  get pace(): Pace {
    return this.#options.pace
  }

  /** What befalls every relay of calls to this number; null for nothing. */
  setFault(number: string, fault: RelayFault | null): void {
    if (fault) this.#faults.set(number, fault)
    else this.#faults.delete(number)
  }

  faultOf(call: SimulatedCall): RelayFault | null {
    const { hostile } = this.#options
    // A phone that loses its talks does so once in a call.
    const own = call.behaviour.kind === 'talk-drops' && !call.relays ? DROPS : null
    return this.#faults.get(call.to) ?? own ?? (hostile && relayFaultOf(hostile.seed, hostile.share, call.sid))
  }

  /** Over the address exactly as it stands in the document, as the provider signs it. */
  open(url: string): WebSocket {
    const headers = {
      'user-agent': 'Jetty/11.0.24',
      'x-twilio-signature': signRequest(this.#options.authToken, url, {}),
    }
    return new NodeWebSocket(url, { headers })
  }
}

const DROPS: RelayFault = { kind: 'drops', afterMessages: 9 }
/** Node's own takes headers; the types know the browser's. */
const NodeWebSocket = WebSocket as unknown as new (url: string, options: { headers: object }) => WebSocket
