import type { AnsweredBy, EndedStatus } from '#core/call-policy/attempt-outcome.ts'
import type { Chance } from './chance.ts'

/** What somebody means; the words are theirs. */
export type Meaning = 'fine' | 'help' | 'unclear'

/** How somebody answers a question: with a key, or in words. */
export type Answer = { kind: 'key'; key: string } | { kind: 'words'; words: string; means: Meaning }

/** A verdict of the provider's machine detection, and when it comes. */
export interface Verdict {
  answeredBy: AnsweredBy
  afterMs: number
}

/** What happens to one ring. */
export type Reaction =
  /** Never picked up. */
  { kind: 'unanswered'; endedStatus: Exclude<EndedStatus, 'completed'>; afterMs: number } | PickUp

/** Somebody, or something, has the line. */
export interface PickUp {
  kind: 'person' | 'machine' | 'television'
  pickUpMs: number
  /** Said one after the other as soon as somebody listens, whatever is asked. */
  greetings: readonly string[]
  /** To each question; null for nothing. */
  answer: Answer | null
  thinkMs: number
  /** Said during the goodbye. */
  secondThought: string | null
  /** To whether the family may read their words, or calls be recorded; null for nothing. */
  toMore: string | null
  verdicts: readonly Verdict[]
}

/** Whose phone it is. */
export type PhoneOwner = 'loved_one' | 'contact'

/** How likely a phone's owner is to do what. */
export interface Habit {
  readonly owner: PhoneOwner
  /** The provider will not ring it. */
  readonly isRefused: boolean
  /** The share of rings that are answered by a person. */
  readonly answers: number
  /** Keys that are pressed, each as likely as the next; null for none. */
  readonly keys: readonly (string | null)[]
  /** The share of answers that are given in words. */
  readonly speaks: number
  /** The share of answers that are taken back during the goodbye: "but I've had a fall". */
  readonly secondThoughts: number
  /** Whether a text message reaches it. */
  readonly takesTexts: boolean
  readonly consent: ConsentHabit
}

/** What somebody decides about calls, by keys. */
export interface ConsentHabit {
  /** Pressed in each call that asks whether calls are all right, the last one from then on; null for nothing. */
  readonly whenAsked: readonly (string | null)[]
  /** The family whose calls are declined, as it is called in the question. */
  readonly declinesFor: string | null
  /** Presses 9 twice at the question of this pick-up, counted from one; null for never. */
  readonly refusesAt: number | null
  /** To whether the family may read their words, or calls be recorded, each as likely as the next. */
  readonly toMore: readonly (string | null)[]
}

/** Agrees to everything. */
export const AGREES: ConsentHabit = { whenAsked: ['1'], declinesFor: null, refusesAt: null, toMore: ['1'] }

const WORDS: readonly Extract<Answer, { kind: 'words' }>[] = [
  { kind: 'words', words: "I'm fine thank you", means: 'fine' },
  { kind: 'words', words: "Yes, I'm all right", means: 'fine' },
  { kind: 'words', words: "help, I've had a fall", means: 'help' },
  { kind: 'words', words: 'I need help', means: 'help' },
  { kind: 'words', words: 'the marmalade is on the verandah', means: 'unclear' },
  { kind: 'words', words: 'who is this?', means: 'unclear' },
]
/** To an alert: only a key takes it on, and only a plain refusal counts without one. */
const WORDS_OF_CONTACTS: typeof WORDS = [
  { kind: 'words', words: 'Yes', means: 'unclear' },
  { kind: 'words', words: "I'll go", means: 'unclear' },
  { kind: 'words', words: "Sorry, I can't", means: 'unclear' },
  { kind: 'words', words: 'all is well', means: 'unclear' },
]
const HELLOS = [[], [], ['Hello?'], ['Yes, hello.'], ['Hello, Margaret speaking.'], ['Okay.'], ['Hang on a minute.']]
const SCREEN = [
  "Hi. If you record your name and reason for calling, I'll see if this person is available.",
  'Thanks. Please stay on the line.',
  'Hello?',
]
const GREETINGS = [
  ["Hi, this is Margaret, I can't come to the phone right now.", 'Please leave a message after the tone.'],
  ['The person you are calling is not available. Please leave a message after the tone.'],
  ["You've reached Margaret. We can't help you just now, please leave a message."],
]
/** A machine speaks of help once: one that repeats it when asked cannot be distinguished from a person. */
const PROGRAMME = [
  'and now the weather for the long weekend',
  'police are asking for help after the storm',
  'that is fine bowling',
  'one more wicket before tea',
  'prices rose again in the June quarter',
  'yes, it is all good at the markets today',
  'the minister said that she was well aware of it',
  'and that brings us to the end of the hour',
]

export function habitOf(owner: PhoneOwner, chance: Chance): Habit {
  const isRefused = chance.happens(0.03)
  const takesTexts = !chance.happens(0.08)
  const answers = chance.oneOf([1, 0.95, 0.95, 0.9, 0.8, 0.6, 0.3, 0])
  // 1 is "all is well", 2 "help" or "not yet", 3 a problem; to a contact 1 is "I do", 2 "I can't", 3 "all is well".
  const keys =
    owner === 'loved_one'
      ? chance.oneOf([['1'], ['1', '1', '1', '2'], ['1', '2', '3'], ['1', null], ['7', '1', null, '#']])
      : chance.oneOf([['1'], ['3'], ['2'], ['1', '2', '3', null], [null]])
  const speaks = chance.oneOf(owner === 'loved_one' ? [0, 0, 0.3, 1] : [0, 0, 0, 0.5])
  const consent = { ...AGREES, toMore: ['1', '9', null] }
  return { owner, isRefused, answers, keys, speaks, secondThoughts: 0.08, takesTexts, consent }
}

/** Answers, and presses 1. */
export function ordinaryHabit(owner: PhoneOwner): Habit {
  return {
    owner,
    isRefused: false,
    answers: 0.98,
    keys: ['1'],
    speaks: 0,
    secondThoughts: 0.002,
    takesTexts: true,
    consent: AGREES,
  }
}

export function reactionOf(habit: Habit, chance: Chance): Reaction {
  const pickUpMs = chance.between(2_000, 25_000)
  if (chance.happens(habit.answers)) return person(habit, pickUpMs, chance)
  const what = chance.next()
  if (what < 0.25 && habit.owner === 'loved_one') return machine(pickUpMs, chance)
  if (what < 0.32 && habit.owner === 'loved_one') return television(pickUpMs, chance)
  if (what < 0.5) return { kind: 'unanswered', endedStatus: 'busy', afterMs: chance.between(500, 2_000) }
  if (what < 0.6) return { kind: 'unanswered', endedStatus: 'failed', afterMs: chance.between(500, 4_000) }
  return { kind: 'unanswered', endedStatus: 'no-answer', afterMs: chance.between(25_000, 60_000) }
}

function person({ owner, keys, speaks, secondThoughts, consent }: Habit, pickUpMs: number, chance: Chance): PickUp {
  const key = chance.oneOf(keys)
  const inWords = chance.happens(speaks)
  const isLovedOne = owner === 'loved_one'
  return {
    kind: 'person',
    pickUpMs,
    greetings: isLovedOne ? chance.oneOf([...HELLOS, SCREEN]) : [],
    answer: inWords ? chance.oneOf(isLovedOne ? WORDS : WORDS_OF_CONTACTS) : key === null ? null : { kind: 'key', key },
    thinkMs: chance.between(500, 5_000),
    secondThought: isLovedOne && chance.happens(secondThoughts) ? "but I've had a fall" : null,
    toMore: chance.oneOf(consent.toMore),
    verdicts: verdictsOn('human', chance),
  }
}

function machine(pickUpMs: number, chance: Chance): PickUp {
  const greetings = chance.oneOf(GREETINGS)
  return {
    kind: 'machine',
    pickUpMs,
    greetings,
    answer: null,
    thinkMs: 0,
    secondThought: null,
    toMore: null,
    verdicts: verdictsOn('machine', chance),
  }
}

function television(pickUpMs: number, chance: Chance): PickUp {
  const begins = chance.whole(0, PROGRAMME.length - 1)
  const greetings = [...PROGRAMME.slice(begins), ...PROGRAMME.slice(0, begins)]
  return { ...machine(pickUpMs, chance), kind: 'television', greetings }
}

/** Right, wrong, late, twice, or missing. */
function verdictsOn(truth: 'human' | 'machine', chance: Chance): Verdict[] {
  const afterMs = truth === 'human' ? chance.between(2_000, 5_000) : chance.between(4_000, 12_000)
  const error = chance.next()
  const right: Verdict = { answeredBy: truth, afterMs }
  if (error < 0.08) return [{ ...right, answeredBy: truth === 'human' ? 'machine' : 'human' }]
  if (error < 0.16) return [{ ...right, afterMs: afterMs + 20_000 }]
  if (error < 0.24) return [right, { ...right, afterMs: afterMs + 1_500 }]
  if (error < 0.32) return []
  return [right]
}

const LATE_SHARE = 0.1

/** What somebody writes back to a question by text, and when: as their habit is on the phone. Null for nothing. */
export function replyOf(habit: Habit, text: string, chance: Chance): { words: string; afterMs: number } | null {
  const well = /^Hello\b.*\bReply (OK|DONE)\b/s.exec(text)?.[1]
  if (well === undefined || habit.owner !== 'loved_one' || !chance.happens(habit.answers)) return null
  const afterMs = chance.happens(LATE_SHARE) ? chance.between(900_000, 3_600_000) : chance.between(5_000, 800_000)
  switch (chance.oneOf(habit.keys)) {
    case '1':
      return { words: chance.oneOf([well, well.toLowerCase(), "I'm fine thank you"]), afterMs }
    case '2':
      return { words: well === 'DONE' ? 'Not yet' : 'HELP', afterMs }
    case '3':
      return { words: 'Help me please', afterMs }
    case null:
      return null
    default:
      return { words: 'the marmalade is on the verandah', afterMs }
  }
}
