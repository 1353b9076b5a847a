import type { Ledger } from '../ledger.ts'
import { type Behaviour, behaviourOf, type CallBehaviour, type PhoneSettings, type TextBehaviour } from './behaviour.ts'

import { type QuestionReply, questionReplyOf } from './question-replies.ts'

/** What becomes of a create request, by the number it names. */
export type Admission =
  | { kind: 'placeable'; behaviour: CallBehaviour }
  | { kind: 'invalid-number' }
  | { kind: 'unavailable' }

const UNAVAILABLE_TIMES = 2

/** Knows how each number's owner behaves, and remembers, across restarts, the ones that change from call to call. */
export class PhoneBook {
  readonly #ledger: Ledger
  readonly #watched = new Set<string>()

  constructor(ledger: Ledger) {
    this.#ledger = ledger
  }

  /** Overrides what the last two digits stand for; null takes that back. */
  setBehaviour(number: string, calls: Behaviour | null): void {
    this.#ledger.setPhone({ ...this.#settingsOf(number), calls })
  }

  /** Overrides what becomes of texts to the number; null takes that back. */
  setTextBehaviour(number: string, texts: TextBehaviour | null): void {
    this.#ledger.setPhone({ ...this.#settingsOf(number), texts })
  }

  /** Whether somebody sits beside the phone and may take it; forgotten when the simulator stops. */
  setWatched(number: string, isWatched: boolean): void {
    if (isWatched) this.#watched.add(number)
    else this.#watched.delete(number)
  }

  isWatched(number: string): boolean {
    return this.#watched.has(number)
  }

  behaviourOf(number: string): Behaviour {
    return this.#settingsOf(number).calls ?? behaviourOf(number)
  }

  /** A number that the provider refuses to ring is refused for texts as well, unless its texts were set apart. */
  textBehaviourOf(number: string): TextBehaviour {
    const { texts } = this.#settingsOf(number)
    return texts ?? (this.behaviourOf(number).kind === 'invalid-number' ? 'refused' : 'delivered')
  }

  /** What its owner writes back to a question by text; nobody writes for somebody who sits beside the phone. */
  questionReplyOf(number: string): QuestionReply {
    return this.isWatched(number) ? 'nothing' : questionReplyOf(number, this.behaviourOf(number))
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
      case 'agrees-late': {
        const key = `not agreed ${from} ${to}`
        const times = this.#ledger.remembered(key)
        this.#ledger.remember(key, times + 1)
        return { kind: 'placeable', behaviour: times < 2 ? { kind: 'silent' } : { kind: 'presses', keys: '1' } }
      }
      default:
        return { kind: 'placeable', behaviour }
    }
  }

  #settingsOf(number: string): PhoneSettings {
    return this.#ledger.phone(number) ?? { number, calls: null, texts: null }
  }
}
