import type { Response } from '../call-policy/attempt-outcome.ts'
import { keyAloud } from '../conversation/script/phrases.ts'
import { ENGLISH_WORDING } from '../languages/english/english.ts'
import { inLanguage } from '../languages/in-language.ts'
import type { Language } from '../languages/language.ts'
import { phrase, type Wording } from '../languages/wording.ts'
import { understandingIn } from '../understanding/understanding-in.ts'
import { type Heard, understoodAnswer } from './answer.ts'
import type { ScriptPart } from './script.ts'

/** The key that asks for help for everybody who shares a number. */
const HELP_FOR_ALL = '0'
const STRANGERS_GOODBYE = 'Goodbye.'

/** Somebody of several who share a number, and the key that stands for them. */
export interface KeyOf {
  name: string
  key: number
}

/** What key 5 does: sets a time away, or changes the present one; null: it is not offered. */
export type OfferedAway = 'go' | 'change' | null

/** What somebody who rings Cooee hears first, or after an answer. */
export type CallBackPrompt =
  /** How they are: ringing alone says nothing about it. `name` is null where accounts differ about it. */
  | { kind: 'how'; name: string | null; offersIncident: string | null; away: OfferedAway }
  /** They have been checked in: whether they would like help. `offersIncident`: whom they were alerted about. */
  | { kind: 'help'; offersIncident: string | null }
  /** Several people share the number: who it is. Those who have been checked in are left out. */
  | { kind: 'who'; choices: readonly KeyOf[] }
  /** A reminder of theirs is still open. `localTime` is when it was due, "9:00 AM". */
  | { kind: 'reminder'; localTime: string }

/** "Thank you for ringing, Margaret. I have noted that you are all right." `name` is null where accounts differ about it. */
export function checkedInSentence(name: string | null, heard: Heard | null, wording = ENGLISH_WORDING): string {
  const thanks = name ? phrase(wording, 'ringing.thanksForRingingName', { name }) : thanksFor(null, wording)
  return `${aloud(heard, wording)}${thanks} ${phrase(wording, 'ringing.notedWell')}`
}

/** Says `before`, asks, asks once more, and says goodbye. `step` names the question. */
export function promptScript(
  before: string,
  prompt: CallBackPrompt,
  step: string,
  wording = ENGLISH_WORDING,
): ScriptPart[] {
  const question = questionOf(prompt, wording)
  const isNobody = prompt.kind === 'how' || (prompt.kind === 'who' && before === thanksFor(null, wording))
  const goodbye = phrase(wording, 'calls.goodbye')
  return inLanguage(wording.language, [
    { kind: 'ask', step, prompt: `${before} ${question}`.trim() },
    { kind: 'ask', step: `${step}${ONCE_MORE}`, prompt: `${phrase(wording, 'ringing.onceMore')} ${question}` },
    { kind: 'say', text: isNobody ? `${phrase(wording, 'ringing.notedYouRang')} ${goodbye}` : goodbye },
    { kind: 'hang_up' },
  ])
}

/** What is said first to somebody whose number is known. */
export function thanksFor(name: string | null, wording = ENGLISH_WORDING): string {
  return name
    ? phrase(wording, 'ringing.thanksForRingingCooeeName', { name })
    : phrase(wording, 'ringing.thanksForRingingCooee')
}

/** Follows the name of a step whose question is asked a second time. */
export const ONCE_MORE = ' again'

function questionOf(prompt: CallBackPrompt, wording: Wording): string {
  const hearAbout = (name: string) => phrase(wording, 'ringing.hearAbout', { name })
  switch (prompt.kind) {
    case 'how':
      return [
        phrase(wording, 'calls.askHow'),
        ...(prompt.offersIncident ? [hearAbout(prompt.offersIncident)] : []),
        ...(prompt.away === null
          ? []
          : [phrase(wording, prompt.away === 'go' ? 'ringing.offerAway' : 'ringing.offerChangeAway')]),
      ].join(' ')
    case 'help':
      return [
        phrase(wording, 'ringing.offerHelp'),
        ...(prompt.offersIncident ? [hearAbout(prompt.offersIncident)] : []),
      ].join(' ')
    case 'who': {
      const choices = prompt.choices
        .map(({ name, key }) => phrase(wording, 'ringing.forPerson', { name, key: String(key) }))
        .join('; ')
      return phrase(wording, 'ringing.whoIsIt', { choices, key: HELP_FOR_ALL })
    }
    case 'reminder':
      return phrase(wording, 'ringing.aboutReminder', { time: prompt.localTime })
  }
}

/** What an answer means; null: not one of the choices. */
export type CallBackAnswer =
  | { kind: 'help' }
  | { kind: 'fine' }
  | { kind: 'person'; key: number }
  | { kind: 'incident' }
  | { kind: 'time_away' }
  | { kind: 'reminder'; response: Exclude<Response, 'help'> }

/** What was pressed or said after a question. A request for help counts whatever was asked. */
export function understoodCallBack(
  prompt: CallBackPrompt,
  heard: Heard,
  names: readonly string[],
  language: Language,
): CallBackAnswer | null {
  const key = heard.keys.trim().at(-1)
  if (prompt.kind === 'reminder') {
    const response = understoodAnswer('medication_reminder', heard, names, language)
    if (response === null) return null
    return response === 'help' ? { kind: 'help' } : { kind: 'reminder', response }
  }
  if (key && prompt.kind === 'who') {
    if (key === HELP_FOR_ALL) return { kind: 'help' }
    return prompt.choices.some((choice) => String(choice.key) === key) ? { kind: 'person', key: Number(key) } : null
  }
  const offersIncident = prompt.kind !== 'who' && prompt.offersIncident
  if (key === '4' && offersIncident) return { kind: 'incident' }
  if (key === '5' && prompt.kind === 'how' && prompt.away !== null) return { kind: 'time_away' }
  // "If you would like help, press 2": a yes may be to that, or to what is said before the question.
  if (!key && understandingIn(language).isBareYes(heard.speech)) return null
  const response = understoodAnswer('daily_check_in', heard, names, language)
  if (response === 'help') return { kind: 'help' }
  // A carer who rings for her may know how she is, and is not her.
  const isOfOthers = !key && understandingIn(language).isAboutOthers(heard.speech, names)
  return response === 'acknowledged' && prompt.kind !== 'who' && !isOfOthers ? { kind: 'fine' } : null
}

/** Said when help was asked for; `names` where it is asked for more than one. */
export function helpScript(heard: Heard, names: readonly string[], wording = ENGLISH_WORDING): ScriptPart[] {
  const noted =
    names.length > 1
      ? phrase(wording, 'ringing.helpNotedFor', { names: wording.forms.list(names) })
      : phrase(wording, 'ringing.helpNotedFamily')
  const text = `${aloud(heard, wording)}${noted} ${phrase(wording, 'calls.emergency')}`
  return inLanguage(wording.language, [{ kind: 'say', text }, { kind: 'hang_up' }])
}

/** What is said back to an answer about a reminder. `isCalledAgain`: Cooee rings about it once more. */
export function reminderReply(
  heard: Heard,
  response: 'acknowledged' | 'not_yet',
  isCalledAgain: boolean,
  wording = ENGLISH_WORDING,
): string {
  const notYet = isCalledAgain ? 'ringing.reminderAgain' : 'ringing.reminderRingMe'
  const reply = phrase(wording, response === 'acknowledged' ? 'ringing.reminderDone' : notYet)
  return `${aloud(heard, wording)}${reply}`
}

/** After key 9, or "stop calling me": how calls are stopped. `step` names the question. */
export function refusalOfferScript(heard: Heard, step: string, wording = ENGLISH_WORDING): ScriptPart[] {
  const prompt = heard.keys.trim()
    ? `${aloud(heard, wording)}${phrase(wording, 'calls.refusalOffer')}`
    : phrase(wording, 'calls.spokenRefusalOffer')
  return inLanguage(wording.language, [
    { kind: 'ask', step, prompt },
    { kind: 'say', text: phrase(wording, 'calls.goodbye') },
    { kind: 'hang_up' },
  ])
}

/** After that was confirmed. */
export function refusedScript(heard: Heard, wording = ENGLISH_WORDING): ScriptPart[] {
  const text = `${aloud(heard, wording)}${phrase(wording, 'calls.refused')}`
  return inLanguage(wording.language, [{ kind: 'say', text }, { kind: 'hang_up' }])
}

/** To somebody who rings from a phone that wants no calls. `isKnown`: help can be asked for from it. */
export function refusingCallerScript(step: string, isKnown: boolean, wording = ENGLISH_WORDING): ScriptPart[] {
  const help = isKnown ? [phrase(wording, 'ringing.someHelp')] : []
  const prompt = [phrase(wording, 'ringing.refusingCaller'), ...help].join(' ')
  return inLanguage(wording.language, [
    { kind: 'ask', step, prompt },
    { kind: 'say', text: phrase(wording, 'calls.goodbye') },
    { kind: 'hang_up' },
  ])
}

/** Said where a phone takes calls again. */
export const ringsAgain = (wording = ENGLISH_WORDING): string => phrase(wording, 'ringing.ringsAgain')

/** The end of a call. */
export function goodbyeScript(before: string, wording = ENGLISH_WORDING): ScriptPart[] {
  const text = `${before} ${phrase(wording, 'calls.goodbye')}`.trim()
  return inLanguage(wording.language, [{ kind: 'say', text }, { kind: 'hang_up' }])
}

/** After an answer that is not one of the choices. */
export function notAChoice(heard: Heard, wording = ENGLISH_WORDING): string {
  return heard.keys
    ? `${aloud(heard, wording)}${phrase(wording, 'calls.notAChoice')}`
    : phrase(wording, 'calls.notUnderstood')
}

const STRANGER_STEP = 'stranger'

/** To anybody whom Cooee does not know by their number: who rang them, and why. No name of anybody is in it. */
export function strangerScript(host: string, { isWithheld = false } = {}): ScriptPart[] {
  const who = 'This is Cooee, an automated service that rings people on behalf of their family.'
  const text = `${who} Somebody may have asked us to ring you. You can read more at ${host}. If somebody is in danger, call triple zero.`
  if (isWithheld) return [{ kind: 'say', text: `${text} ${STRANGERS_GOODBYE}` }, { kind: 'hang_up' }]
  return [
    { kind: 'ask', step: STRANGER_STEP, prompt: `${text} To stop all calls from Cooee to this phone, press 9.` },
    { kind: 'say', text: STRANGERS_GOODBYE },
    { kind: 'hang_up' },
  ]
}

/** As `strangerScript`, by text message. */
export function strangerText(publicUrl: string): string {
  return `This is Cooee, an automated service that rings people for their family. Someone may have asked us to ring you. Nobody reads messages sent to this number. To stop calls and texts, text STOP or see ${publicUrl}/stop. In danger? Call 000.`
}

const aloud = (heard: Heard | null, wording: Wording): string => keyAloud(heard?.keys.trim().at(-1) ?? null, wording)
