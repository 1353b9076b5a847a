import type { PhoneScript } from './phone-script.ts'

/** What the owner of a sandbox phone does when it rings, or what the provider does with the number. */
export type Behaviour =
  | { kind: 'presses'; keys: string }
  | { kind: 'says'; words: string }
  | { kind: 'silent' }
  /** Rings as long as the caller lets it, and is answered only where somebody takes it by hand. */
  | { kind: 'by-hand' }
  | { kind: 'hangs-up' }
  | { kind: 'machine' }
  | { kind: PickUp }
  /** Whatever the script says happens. */
  | { kind: 'script'; script: PhoneScript }
  | { kind: 'rings-out' }
  | { kind: 'busy' }
  | { kind: 'unreachable' }
  | { kind: 'answers-second-time'; keys: string }
  | { kind: 'invalid-number' }
  | { kind: 'unavailable-twice'; keys: string }

/** Phones that behave like phones: numbers that end in 31 to 39, 41 to 45 and 91 to 93. */
export const PICK_UPS = [
  /** Says "hello?", and presses 1 when asked. */
  'says-hello',
  /** A voicemail with a personal greeting in two sentences, then a beep. */
  'voicemail',
  /** Asks who is calling before it rings; then the person, who presses 1. */
  'screens-calls',
  /** Says words that nobody understands, three times. */
  'not-understood',
  /** Says "two". */
  'says-two',
  /** Speaks long and slowly, is taken for a machine, and presses 1 when asked. */
  'slow-person',
  /** Presses hash. */
  'presses-hash',
  /** "How can I help you?", then nothing. */
  'reception',
  /** Says that all is well and, during the goodbye, that it is not. */
  'second-thought',
  /** Would rather not be called: presses 9 where it is offered. */
  'declines',
  /** Presses nothing when first asked if calls are all right, and 1 from the third call on. */
  'agrees-late',
  /** Agrees to calls, and presses 9 twice at the question of one. */
  'stops-calls',
  /** Chats: is well, speaks of roses and of tomatoes, and says goodbye. */
  'talks',
  /** Chats, and asks for help in the middle. */
  'talk-helps',
  /** Presses 9 in a talk, and 1 at the question after it. */
  'talk-declines',
  /** Says nothing in a talk, and presses 1 at the question after it. */
  'talk-silent',
  /** As `talks`, and the line of the talk is lost; then presses 1. */
  'talk-drops',
] as const
export type PickUp = (typeof PICK_UPS)[number]

/** What becomes of a text message to a phone: it arrives, it is taken and then lost, or its number is refused. */
export type TextBehaviour = 'delivered' | 'undelivered' | 'refused'

/** What somebody who rings the account does once it has answered. */
export type CallerBehaviour = Extract<Behaviour, { kind: 'presses' | 'says' | 'silent' | 'hangs-up' | 'script' }>

/** The behaviour chosen for a phone in place of its number's own; null without one. */
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
  '31': { kind: 'says-hello' },
  '32': { kind: 'voicemail' },
  '33': { kind: 'screens-calls' },
  '34': { kind: 'not-understood' },
  '35': { kind: 'says-two' },
  '36': { kind: 'slow-person' },
  '37': { kind: 'presses-hash' },
  '38': { kind: 'reception' },
  '39': { kind: 'second-thought' },
  '41': { kind: 'talks' },
  '42': { kind: 'talk-helps' },
  '43': { kind: 'talk-declines' },
  '44': { kind: 'talk-silent' },
  '45': { kind: 'talk-drops' },
  '91': { kind: 'declines' },
  '92': { kind: 'agrees-late' },
  '93': { kind: 'stops-calls' },
}

/** The behaviour a number's last two digits stand for; anything not in the table answers and presses 1. */
export function behaviourOf(number: string): Behaviour {
  return BY_LAST_TWO_DIGITS[number.slice(-2)] ?? { kind: 'presses', keys: '1' }
}
