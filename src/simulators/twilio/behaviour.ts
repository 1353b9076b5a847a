/** What the owner of a sandbox phone does when it rings, or what the provider does with the number. */
export type Behaviour =
  | { kind: 'presses'; keys: string }
  | { kind: 'says'; words: string }
  | { kind: 'silent' }
  /** Rings as long as the caller lets it, and is answered only where somebody takes it by hand. */
  | { kind: 'by-hand' }
  | { kind: 'hangs-up' }
  | { kind: 'machine' }
  | { kind: 'rings-out' }
  | { kind: 'busy' }
  | { kind: 'unreachable' }
  | { kind: 'answers-second-time'; keys: string }
  | { kind: 'invalid-number' }
  | { kind: 'unavailable-twice'; keys: string }

/** What becomes of a text message to a phone: it arrives, it is taken and then lost, or its number is refused. */
export type TextBehaviour = 'delivered' | 'undelivered' | 'refused'

/** What somebody who rings the account does once it has answered. */
export type CallerBehaviour = Extract<Behaviour, { kind: 'presses' | 'says' | 'silent' | 'hangs-up' }>

/** How a phone was told to behave in the place of what its number stands for; null where it was not. */
export interface PhoneSettings {
  number: string
  calls: Behaviour | null
  texts: TextBehaviour | null
}

/** A behaviour that one single call can have: what depends on earlier calls is settled already. */
export type CallBehaviour = Exclude<
  Behaviour,
  { kind: 'answers-second-time' } | { kind: 'invalid-number' } | { kind: 'unavailable-twice' }
>

const BY_LAST_TWO_DIGITS: Readonly<Record<string, Behaviour>> = {
  '01': { kind: 'rings-out' },
  '02': { kind: 'busy' },
  '03': { kind: 'machine' },
  '04': { kind: 'presses', keys: '2' },
  '05': { kind: 'invalid-number' },
  '06': { kind: 'hangs-up' },
  '07': { kind: 'answers-second-time', keys: '1' },
  '08': { kind: 'silent' },
  '09': { kind: 'unavailable-twice', keys: '1' },
}

/** The behaviour a number's last two digits stand for; anything not in the table answers and presses 1. */
export function behaviourOf(number: string): Behaviour {
  return BY_LAST_TWO_DIGITS[number.slice(-2)] ?? { kind: 'presses', keys: '1' }
}
