import { type Behaviour, behaviourOf, type CallBehaviour } from './behaviour.ts'
import type { Ledger } from './ledger.ts'

/** What becomes of a create request, by the number it names. */
export type Admission =
  | { kind: 'placeable'; behaviour: CallBehaviour }
  | { kind: 'invalid-number' }
  | { kind: 'unavailable' }

const UNAVAILABLE_TIMES = 2

/** Knows how each number's owner behaves, and remembers, across restarts, the ones that change from call to call. */
export class PhoneBook {
  readonly #ledger: Ledger
  readonly #overrides = new Map<string, Behaviour>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Overrides what the last two digits stand for; null takes that back. */
  setBehaviour(number: string, behaviour: Behaviour | null): void {
    if (behaviour) this.#overrides.set(number, behaviour)
    else this.#overrides.delete(number)
  }

  behaviourOf(number: string): Behaviour {
    return this.#overrides.get(number) ?? behaviourOf(number)
  }

  /** Settles what this call meets. It counts: asking is placing. */
  admit(to: string, from: string): Admission {
    const behaviour = this.behaviourOf(to)
    switch (behaviour.kind) {
      case 'invalid-number':
        return { kind: 'invalid-number' }
      case 'unavailable-twice': {
        const key = `refused ${to}`
        const refused = this.#ledger.remembered(key)
        this.#ledger.remember(key, refused < UNAVAILABLE_TIMES ? refused + 1 : 0)
        if (refused < UNAVAILABLE_TIMES) return { kind: 'unavailable' }
        return { kind: 'placeable', behaviour: { kind: 'presses', keys: behaviour.keys } }
      }
      case 'answers-second-time': {
        const key = `rang out ${from} ${to}`
        const rangOut = this.#ledger.remembered(key) === 1
        this.#ledger.remember(key, rangOut ? 0 : 1)
        if (!rangOut) return { kind: 'placeable', behaviour: { kind: 'rings-out' } }
        return { kind: 'placeable', behaviour: { kind: 'presses', keys: behaviour.keys } }
      }
      default:
        return { kind: 'placeable', behaviour }
    }
  }
}
