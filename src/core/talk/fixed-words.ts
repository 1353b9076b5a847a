import { askerName } from '../conversation/script/spoken-subject.ts'
import { CALLS } from '../languages/english/calls.ts'
import type { TalkSubject } from './talk-subject.ts'

type Asked = Pick<TalkSubject, 'askedBy'>

const EARLY_HOUR = 4
const NOON_HOUR = 12
const EVENING_HOUR = 18

/** The keys of a talk, said in its first words. */
export const KEYS = 'Press 1 if all is well, 2 for help, or 9 for keys only, at any time.'

/**
 * The first words of a talk, never a model's: that a computer speaks, for whom, that words are written down, and the keys.
 * They introduce the call as well, unless that was just done, so that the question after the talk does not.
 */
export function firstWords(subject: TalkSubject): string {
  const rest = `What you say is written down. ${KEYS} How are you today?`
  if (subject.isIntroduced) return `You are talking with Cooee's computer voice. ${rest}`
  const recorded = subject.isRecorded ? ` ${CALLS.recorded}` : ''
  return `${greeting(subject.localHour)} ${subject.name}. This is Cooee's computer voice, calling for ${askerName(subject)}.${recorded} ${rest}`
}

function greeting(hour: number): string {
  if (hour >= EARLY_HOUR && hour < NOON_HOUR) return 'Good morning'
  return hour >= NOON_HOUR && hour < EVENING_HOUR ? 'Good afternoon' : 'Good evening'
}

/** To everybody who asks whether a person speaks. */
export const computerAnswer = (subject: Asked): string =>
  `I am a computer, not a person. I am Cooee's computer voice, calling for ${askerName(subject)}. What would you like to tell me?`

/** Said once while the model is slow. */
export const FILLER = 'One moment, please.'

/** Instead of a dose, a diagnosis or advice about health. */
export const medicalAnswer = (subject: Asked): string =>
  `That is one for your doctor or pharmacist. Shall I tell ${askerName(subject)} you asked?`

/** After a yes to that: the note has been made. */
export const askedIsNoted = (subject: Asked): string =>
  `I have written it down for ${askerName(subject)}. What else is on your mind?`

/** After a no to it. */
export const ASKED_IS_LEFT = 'All right. What else is on your mind?'

/** Instead of anything about money, cards and codes. */
export const MONEY_ANSWER =
  'I never talk about money, cards or codes. Please keep those to yourself. What else is on your mind?'

/** Instead of a promise: what there is. */
export const PROMISE_ANSWER = 'I am only a computer, and I cannot do that. If you would like help, press 2.'

/** Instead of advice about anything else. */
export const ADVICE_ANSWER = 'I am only a computer, so I cannot advise you. What else is on your mind?'

/** Instead of whatever else was refused. */
export const REFUSED_ANSWER = 'Sorry, I lost my thread. What were you saying?'

/** After a reply without words. */
export const GO_ON = 'Thank you. Please go on.'

/** After a key that is no choice. */
export const NOT_A_KEY = KEYS

/** The person has been silent once. */
export const STILL_THERE = 'Are you still there? Take your time. If all is well, press 1.'

/** The talk is as long as it may be. */
export const TIME_OVER = 'That is all the time I have for a chat today.'

/** The end of a talk that the model ends. The call's own question or goodbye follows. */
export const CLOSING = 'Thank you for talking with me.'
