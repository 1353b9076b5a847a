import type { CallType } from '../../calls/call-vocabulary.ts'
import type { AskedAfterwards } from '../../consent/consent.ts'
import { askerName, calledName, type SpokenSubject } from './spoken-subject.ts'

/** Said before a recording starts. The recording may still fail to start; no recording starts without these words. */
export const RECORDED = 'This call is recorded for your family.'
export const EMERGENCY = 'In an emergency, hang up and call triple zero.'

/**
 * "Good morning Margaret, it's Cooee, the phone service Robyn set up to see how you are." After a greeting in a member's own voice,
 * in short: nobody shall believe that the member is on the line.
 */
export function introduction(subject: SpokenSubject): string {
  if (subject.voice?.isGreeted) return `${shortIntroduction(subject)}${familyWordOf(subject)}${whyNow(subject)}`
  return `${greeting(subject.hour)} ${calledName(subject)}, it's Cooee, the phone service ${askerName(subject)} set up ${purpose(subject.callType)}.${familyWordOf(subject)}${whyNow(subject)}`
}

/** Right after the greeting: it says that the call is genuine. */
function familyWordOf({ familyWord = null }: SpokenSubject): string {
  return familyWord === null ? '' : ` The family word is ${familyWord}.`
}

/** Also true of somebody who was rung once and not again: the next try could not be made. */
function whyNow({ catchUp = null }: SpokenSubject): string {
  if (catchUp === null) return ''
  return ` We could not ring you as planned${catchUp === 'today' ? ' earlier today' : ''}.`
}

const EARLY_HOUR = 4
const NOON_HOUR = 12
const EVENING_HOUR = 18

function greeting(hour: number): string {
  if (hour >= EARLY_HOUR && hour < NOON_HOUR) return 'Good morning'
  return hour >= NOON_HOUR && hour < EVENING_HOUR ? 'Good afternoon' : 'Good evening'
}

function purpose(callType: CallType): string {
  switch (callType) {
    case 'daily_check_in':
    case 'wellness_check':
      return 'to see how you are'
    case 'medication_reminder':
      return 'to remind you'
    case 'wake_up_call':
      return 'to wake you up'
  }
}

/** The question alone, the action before its key. No health detail is in it: nobody has said yet who they are. */
export function question(callType: CallType): string {
  switch (callType) {
    case 'daily_check_in':
      return "If you're all right, press 1, or just say I'm fine. If you'd like some help, press 2."
    case 'wellness_check':
      return "How are you feeling? If you're all right, press 1, or just say I'm fine. If you'd like some help, press 2."
    case 'medication_reminder':
      return "This is your reminder. If it's done, press 1, or say done. If not yet, press 2. If there's a problem, press 3."
    case 'wake_up_call':
      return "It's time to get up. To tell me that you're awake, press any key, or say I'm awake."
  }
}

/** As `question`, after the words of a reminder. */
export const AFTER_REMINDER = "If it's done, press 1, or say done. If not yet, press 2. If there's a problem, press 3."
export const OFFER = 'I have a reminder for you. Press 1 to hear it.'

/** Follows a question that ignores words. It asks for a yes, which is never the end of its own opposite. */
export function cue(callType: CallType): string {
  switch (callType) {
    case 'daily_check_in':
    case 'wellness_check':
      return 'Are you all right? Please say yes or no.'
    case 'medication_reminder':
      return "Please tell me: I've taken it, or not yet."
    case 'wake_up_call':
      return 'Are you awake? Please say yes.'
  }
}

/** To a phone that asks who is calling: the name and that the call is expected, never what it is for. */
export function toScreening({ name, askedBy, preferredName, isDaily }: SpokenSubject): string {
  const what = isDaily ? `${calledName({ name, preferredName })}'s daily call` : 'an arranged call'
  return `Cooee, calling ${name} for ${askedBy ?? 'the family'}. It is ${what}.`
}

/** To a machine: who rang, and no word about anybody's health. The short form where it was left in full before. */
export function message(subject: SpokenSubject, isShort: boolean): string {
  const { askedBy } = subject
  const from = askedBy === null ? 'the family' : askerName(subject)
  const short = `This is Cooee with a call for ${calledName(subject)} from ${from}. If you are there, press 1.`
  return isShort ? short : `${short} You can ring this number back at any time.`
}

/** Asked in the first call to a number, after who is calling. */
export function consentQuestion(subject: SpokenSubject): string {
  const asker = askerName(subject)
  const who = subject.askedBy === null ? 'Your family would' : `${asker} would`
  return `${who} like us to ring you ${subject.often ?? 'now and then'}. Press 1 if that is all right. Press 9 if you would rather not be called.`
}

/** After 9: the end of that call. */
export const declined = (subject: SpokenSubject): string =>
  `That's all right. We will not ring this phone for ${askerName(subject)} again. If you change your mind, ring this number and press 1. Goodbye.`

/** Asked of somebody who has answered well. */
export function moreQuestion(subject: SpokenSubject, about: AskedAfterwards): string {
  const asker = askerName(subject)
  switch (about) {
    case 'recording':
      return `One more thing. ${asker === 'your family' ? 'Your family' : asker} would like to hear our calls. Press 1 if I may record them. Press 9 if you would rather not.`
    case 'conversation':
      return `One more thing. On these calls we could chat for a few minutes. I am a computer, and I write down what we say for ${asker}. Press 1 if you would like that. Press 9 if you would rather not.`
    case 'words':
      return `One more thing. May ${asker} read what you say on these calls? Press 1 if that is all right. Press 9 if you would rather not.`
  }
}

/** To a machine, as long as nobody there has agreed to calls. */
export const messageUnasked = (subject: SpokenSubject): string =>
  `Cooee called for ${calledName(subject)} on behalf of ${askerName(subject)}. You can ring this number back.`

/** How somebody who was never asked can stop the calls: said once. */
export const MENTION_NINE = 'If you ever want these calls to stop, press 9 while we talk.'
/** Beside the offer to stop all calls, where calls are recorded. */
export const STOP_RECORDING = 'To stop recording only, press 2.'
/** As `STOP_RECORDING`, where calls may be a talk. */
export const STOP_TALKS = 'To stop our chats only, press 3.'

export const CONFIRM_HELP = 'Did you ask for help? Press 2, or say yes. If you are well, press 1.'
/** Who asks whether help was asked for, where nobody has said so yet. */
export const shortIntroduction = (subject: SpokenSubject): string => `This is Cooee, calling for ${askerName(subject)}.`

/** Who is calling, to somebody who asks. */
export const whoIsCalling = (subject: SpokenSubject): string =>
  `This is Cooee, an automated phone service. ${askerName(subject) === 'your family' ? 'Your family' : askerName(subject)} set it up ${purpose(subject.callType)}.`

/** "You pressed 1. " */
export function keyAloud(key: string | null): string {
  return key === null ? '' : `You pressed ${key === '#' ? 'hash' : key === '*' ? 'star' : key}. `
}

/** What is said when help was asked for. */
export function helpNoted(subject: SpokenSubject, key: string | null): string {
  return `${keyAloud(key)}Thank you for telling me. I am letting ${askerName(subject)} know right now. ${EMERGENCY}`
}

/** Thanks for an answer, and the end of the call. */
export function goodbye({ callType, isCalledAgain, hour }: SpokenSubject, about: 'acknowledged' | 'not_yet'): string {
  if (about === 'not_yet') {
    return isCalledAgain
      ? 'Thank you. I will call you again in 15 minutes. Goodbye.'
      : 'Thank you for telling me. Goodbye.'
  }
  const isMorning = hour >= EARLY_HOUR && hour < NOON_HOUR
  return callType === 'wake_up_call' && isMorning ? 'Thank you. Have a good day. Goodbye.' : 'Thank you. Goodbye.'
}

/** After key 9, in any call. */
export const REFUSAL_OFFER = 'To stop all calls from Cooee to this phone, press 9 again.'
/** After "stop calling me", said aloud. */
export const SPOKEN_REFUSAL_OFFER = 'To stop all calls from Cooee to this phone, press 9, or say yes.'
/** After key 9 was pressed twice: the end of that call. */
export const REFUSED = 'Cooee will not ring this phone any more. To change that, ring this number and press 1. Goodbye.'

/** The end of a call without an answer: what happens now. */
export function farewell(subject: SpokenSubject, about: 'no_answer' | 'not_understood' | 'may_need_help'): string {
  const asker = askerName(subject)
  switch (about) {
    case 'no_answer':
      return 'I did not hear an answer. Goodbye.'
    case 'not_understood':
      return `I will let ${asker} know that you answered and I could not understand. ${EMERGENCY} Goodbye.`
    case 'may_need_help':
      return `I will let ${asker} know that you may have asked for help. ${EMERGENCY} Goodbye.`
  }
}
