import type { CallType } from '../../calls/call-vocabulary.ts'
import type { AskedAfterwards } from '../../consent/consent.ts'
import { CALLS } from '../../languages/english/calls.ts'
import { ENGLISH_WORDING } from '../../languages/english/english.ts'
import { phrase, type Wording } from '../../languages/wording.ts'
import { askerOf, calledName, type SpokenSubject } from './spoken-subject.ts'

/** Said before a recording starts. The recording may still fail to start; no recording starts without these words. */
export const RECORDED = CALLS.recorded

/** How the person of a call is spoken to; English unless it is said otherwise. */
export const wordingOfSubject = ({ wording = ENGLISH_WORDING }: Pick<SpokenSubject, 'wording'>): Wording => wording

/**
 * "Good morning Margaret, it's Cooee, the phone service Robyn set up to see how you are." After a greeting in a member's own voice,
 * in short: nobody shall believe that the member is on the line.
 */
export function introduction(subject: SpokenSubject): string {
  const wording = wordingOfSubject(subject)
  const { familyWord = null } = subject
  const parts = [
    subject.voice?.isGreeted
      ? shortIntroduction(subject)
      : phrase(wording, 'calls.introduction', {
          greeting: greeting(wording, subject.hour),
          name: calledName(subject),
          asker: askerOf(subject),
          purpose: purpose(wording, subject.callType),
        }),
    // Right after the greeting: it says that the call is genuine.
    ...(familyWord === null ? [] : [phrase(wording, 'calls.familyWord', { word: familyWord })]),
    ...whyNow(wording, subject),
  ]
  return parts.join(' ')
}

/** Also true of somebody who was rung once and not again: the next try could not be made. */
function whyNow(wording: Wording, { catchUp = null }: SpokenSubject): string[] {
  if (catchUp === null) return []
  return [phrase(wording, catchUp === 'today' ? 'calls.catchUpToday' : 'calls.catchUp')]
}

/** How to keep cool, in a call that was accepted for a very hot day; common sense, and no advice beyond it. */
export const coolDown = (wording: Wording): string => phrase(wording, 'calls.coolDown')

const EARLY_HOUR = 4
const NOON_HOUR = 12
const EVENING_HOUR = 18

function greeting(wording: Wording, hour: number): string {
  if (hour >= EARLY_HOUR && hour < NOON_HOUR) return phrase(wording, 'calls.goodMorning')
  return phrase(wording, hour >= NOON_HOUR && hour < EVENING_HOUR ? 'calls.goodAfternoon' : 'calls.goodEvening')
}

function purpose(wording: Wording, callType: CallType): string {
  switch (callType) {
    case 'daily_check_in':
    case 'wellness_check':
      return phrase(wording, 'calls.toSeeHowYouAre')
    case 'medication_reminder':
      return phrase(wording, 'calls.toRemindYou')
    case 'wake_up_call':
      return phrase(wording, 'calls.toWakeYouUp')
  }
}

/** The question alone, the action before its key. No health detail is in it: nobody has said yet who they are. */
export function question(callType: CallType, wording = ENGLISH_WORDING): string {
  const how = () => phrase(wording, 'calls.askHow')
  switch (callType) {
    case 'daily_check_in':
      return how()
    case 'wellness_check':
      return `${phrase(wording, 'calls.howAreYouFeeling')} ${how()}`
    case 'medication_reminder':
      return `${phrase(wording, 'calls.yourReminder')} ${afterReminder(wording)}`
    case 'wake_up_call':
      return phrase(wording, 'calls.askAwake')
  }
}

/** As `question`, after the words of a reminder. */
export const afterReminder = (wording: Wording): string => phrase(wording, 'calls.askDone')

/** Follows a question that ignores words. It asks for a yes, which is never the end of its own opposite. */
export function cue(callType: CallType, wording: Wording): string {
  switch (callType) {
    case 'daily_check_in':
    case 'wellness_check':
      return phrase(wording, 'calls.cueHow')
    case 'medication_reminder':
      return phrase(wording, 'calls.cueDone')
    case 'wake_up_call':
      return phrase(wording, 'calls.cueAwake')
  }
}

/** To a phone that asks who is calling: the name and that the call is expected, never what it is for. */
export function toScreening(subject: SpokenSubject): string {
  const { name, askedBy, isDaily } = subject
  const wording = wordingOfSubject(subject)
  const what = isDaily
    ? phrase(wording, 'calls.dailyCallOf', { name: calledName(subject) })
    : phrase(wording, 'calls.arrangedCall')
  return phrase(wording, 'calls.toScreening', { name, asker: askedBy ?? phrase(wording, 'calls.theFamily'), what })
}

/** To a machine: who rang, and no word about anybody's health. The short form where it was left in full before. */
export function message(subject: SpokenSubject, isShort: boolean): string {
  const wording = wordingOfSubject(subject)
  const asker = askerOf(subject) ?? phrase(wording, 'calls.theFamily')
  const short = phrase(wording, 'calls.message', { name: calledName(subject), asker })
  return isShort ? short : `${short} ${phrase(wording, 'calls.messageRingBack')}`
}

/** Asked in the first call to a number, after who is calling. */
export function consentQuestion(subject: SpokenSubject): string {
  const wording = wordingOfSubject(subject)
  const often = subject.often ?? phrase(wording, 'calls.nowAndThen')
  return phrase(wording, 'calls.consent', { asker: askerOf(subject), often })
}

/** After 9: the end of that call. */
export const declined = (subject: SpokenSubject): string =>
  phrase(wordingOfSubject(subject), 'calls.declined', { asker: askerOf(subject) })

/** Asked of somebody who has answered well. */
export function moreQuestion(subject: SpokenSubject, about: AskedAfterwards): string {
  const key = {
    recording: 'calls.askRecording',
    conversation: 'calls.askConversation',
    words: 'calls.askWords',
  } as const
  return phrase(wordingOfSubject(subject), key[about], { asker: askerOf(subject) })
}

/** To a machine, as long as nobody there has agreed to calls. */
export const messageUnasked = (subject: SpokenSubject): string =>
  phrase(wordingOfSubject(subject), 'calls.messageUnasked', { name: calledName(subject), asker: askerOf(subject) })

/** "Did you ask for help?" */
export const confirmHelp = (wording: Wording): string => phrase(wording, 'calls.confirmHelp')

/** Who asks whether help was asked for, where nobody has said so yet. */
export const shortIntroduction = (subject: SpokenSubject): string =>
  phrase(wordingOfSubject(subject), 'calls.thisIsCooee', { asker: askerOf(subject) })

/** Who is calling, to somebody who asks. */
export function whoIsCalling(subject: SpokenSubject): string {
  const wording = wordingOfSubject(subject)
  const asker = askerOf(subject)
  return phrase(wording, 'calls.whoIsCalling', { asker, purpose: purpose(wording, subject.callType) })
}

/** "You pressed 1. " */
export function keyAloud(key: string | null, wording = ENGLISH_WORDING): string {
  if (key === null) return ''
  const name = key === '#' ? phrase(wording, 'calls.hash') : key === '*' ? phrase(wording, 'calls.star') : key
  return `${phrase(wording, 'calls.youPressed', { key: name })} `
}

/** What is said when help was asked for. */
export function helpNoted(subject: SpokenSubject, key: string | null): string {
  const wording = wordingOfSubject(subject)
  const noted = phrase(wording, 'calls.helpNoted', { asker: askerOf(subject) })
  return `${keyAloud(key, wording)}${noted} ${phrase(wording, 'calls.emergency')}`
}

/** Thanks for an answer, and the end of the call. */
export function goodbye(subject: SpokenSubject, about: 'acknowledged' | 'not_yet'): string {
  const { callType, isCalledAgain, hour } = subject
  const wording = wordingOfSubject(subject)
  if (about === 'not_yet') return phrase(wording, isCalledAgain ? 'calls.callAgainIn15' : 'calls.thanksForTelling')
  const isMorning = hour >= EARLY_HOUR && hour < NOON_HOUR
  return phrase(wording, callType === 'wake_up_call' && isMorning ? 'calls.goodDay' : 'calls.thanksGoodbye')
}

/** The end of a call without an answer: what happens now. */
export function farewell(subject: SpokenSubject, about: 'no_answer' | 'not_understood' | 'may_need_help'): string {
  const wording = wordingOfSubject(subject)
  const end = phrase(wording, 'calls.goodbye')
  if (about === 'no_answer') return `${phrase(wording, 'calls.noAnswer')} ${end}`
  const key = about === 'not_understood' ? 'calls.farewellNotUnderstood' : 'calls.farewellMayNeedHelp'
  return `${phrase(wording, key, { asker: askerOf(subject) })} ${phrase(wording, 'calls.emergency')} ${end}`
}
