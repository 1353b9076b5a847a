import type { CallType, FinalStatus } from '#core/calls/call-vocabulary.ts'
import type { IncidentCause } from '#core/escalation/incident-cause.ts'
import {
  type Act,
  type Detection,
  type PhoneScript,
  pauses,
  presses,
  repeats,
  says,
  untilAsked,
  untilOffered,
} from '#simulators/twilio/phone/phone-script.ts'

/** What must be reported to a family about a call. */
export type Notified = IncidentCause

/** What must be neither concluded nor reported. */
export type Never =
  /** That the person is well. */
  | 'all_clear'
  /** That the person asked for help. */
  | 'alarm'
  /** That the person may have asked for help. */
  | 'uncertain_alarm'

/** One way of picking up, and what may be made of it. */
export interface PickUp {
  family: string
  name: string
  script: PhoneScript
  callType: CallType
  mayEndAs: readonly FinalStatus[]
  never: readonly Never[]
  /** One of these is reported; where it is left out, only a call that was not completed is. */
  mustNotify: readonly Notified[]
}

/** What may be made of a pick-up, by what really happened. */
export type Truth = Pick<PickUp, 'mayEndAs' | 'never' | 'mustNotify'>

/** A person who is well said so after being asked. */
export const WELL: Truth = { mayEndAs: ['completed'], never: ['alarm', 'uncertain_alarm'], mustNotify: [] }
/** A person said that they are well in words that a stranger need not understand. */
export const WELL_IF_UNDERSTOOD: Truth = {
  mayEndAs: ['completed', 'missed'],
  never: ['alarm', 'uncertain_alarm'],
  mustNotify: ['unclear', 'not_reached'],
}
/** A person asked not to be called: nobody is alarmed. */
export const SAYS_NO: Truth = { mayEndAs: ['missed'], never: ['all_clear', 'alarm', 'uncertain_alarm'], mustNotify: [] }
/** A person asked for help, plainly. */
export const HELP: Truth = { mayEndAs: ['completed'], never: ['all_clear'], mustNotify: ['help'] }
/** A person asked for help, while it could not be known for sure that it was one. */
export const HELP_SOMEHOW: Truth = {
  mayEndAs: ['completed', 'missed', 'voicemail'],
  never: ['all_clear'],
  mustNotify: ['help', 'uncertain_help'],
}
/** A person is not well, and said so in words that nobody need recognise; that they said something must be reported. */
export const NOT_WELL: Truth = {
  mayEndAs: ['completed', 'missed'],
  never: ['all_clear'],
  mustNotify: ['help', 'uncertain_help', 'unclear'],
}
/** A person said something, after being asked, that is neither. */
export const UNCLEAR: Truth = {
  mayEndAs: ['missed'],
  never: ['all_clear', 'alarm'],
  mustNotify: ['unclear', 'uncertain_help'],
}
/** Somebody took the phone, and nothing that was said or pressed was an answer. */
export const NO_ANSWER: Truth = {
  mayEndAs: ['missed'],
  never: ['all_clear', 'alarm', 'uncertain_alarm'],
  mustNotify: ['not_reached', 'unclear'],
}
/** No person was there at all. */
export const NOBODY: Truth = {
  mayEndAs: ['missed', 'voicemail'],
  never: ['all_clear', 'alarm', 'uncertain_alarm'],
  mustNotify: ['not_reached'],
}
/** A machine took it, and it or its verdict said so. */
export const MACHINE: Truth = { ...NOBODY, mayEndAs: ['voicemail'] }
/** Something spoke on and on that was no answer: whether a person did cannot be known. */
export const NOISE: Truth = {
  mayEndAs: ['missed', 'voicemail'],
  never: ['all_clear', 'alarm'],
  mustNotify: ['not_reached', 'unclear', 'uncertain_help'],
}

export interface Sketch {
  name: string
  acts: Act[]
  background?: Act[]
  detection?: Detection
  callType?: CallType
}

/** Pick-ups of one family of which the same is true. */
export function family(name: string, truth: Truth, sketches: readonly Sketch[]): PickUp[] {
  return sketches.map(({ name: what, acts, background, detection, callType = 'daily_check_in' }) => ({
    family: name,
    name: what,
    script: { acts, ...(background ? { background } : {}), ...(detection ? { detection } : {}) },
    callType,
    ...truth,
  }))
}

/** Says hello in these words, a moment after the pick-up. */
export const hello = (words: string, seconds?: number): Act[] => [pauses(0.6), says(words, seconds)]

/** Presses as soon as, or after, the key was offered; every time it is. */
export const pressesWhenOffered = (keys: string, afterSeconds = 1): Act =>
  repeats([untilOffered(keys.at(0)), pauses(afterSeconds), presses(keys)])

/** Says so after every question. */
export const answers = (words: string, afterSeconds = 0.7, seconds?: number): Act =>
  repeats([untilAsked, pauses(afterSeconds), says(words, seconds)])

/** Says each of these after one question, then nothing more. */
export const answersOnce = (...words: string[]): Act[] => words.flatMap((each) => [untilAsked, pauses(0.7), says(each)])
