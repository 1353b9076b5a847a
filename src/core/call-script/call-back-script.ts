import type { Response } from '../call-policy/attempt-outcome.ts'
import { REFUSAL_OFFER, REFUSED, SPOKEN_REFUSAL_OFFER } from '../conversation/script/phrases.ts'
import type { Language } from '../languages/language.ts'
import { understandingIn } from '../understanding/understanding-in.ts'
import { type Heard, understoodAnswer } from './answer.ts'
import type { ScriptPart } from './script.ts'

/** The key that asks for help for everybody who shares a number. */
const HELP_FOR_ALL = '0'
/** The last word of a call to Cooee's number. */
export const GOODBYE = 'Goodbye.'
const EMERGENCY = 'In an emergency, hang up and call triple zero.'

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })

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
export function checkedInSentence(name: string | null, heard: Heard | null): string {
  return `${aloud(heard)}${name ? `Thank you for ringing, ${name}.` : THANKS} I have noted that you are all right.`
}

/** Says `before`, asks, asks once more, and says goodbye. `step` names the question. */
export function promptScript(before: string, prompt: CallBackPrompt, step: string): ScriptPart[] {
  const question = questionOf(prompt)
  const isNobody = prompt.kind === 'how' || (prompt.kind === 'who' && before === THANKS)
  return [
    { kind: 'ask', step, prompt: `${before} ${question}`.trim() },
    { kind: 'ask', step: `${step}${ONCE_MORE}`, prompt: `Once more. ${question}` },
    {
      kind: 'say',
      text: isNobody ? `I did not hear an answer, so I have noted only that you rang. ${GOODBYE}` : GOODBYE,
    },
    { kind: 'hang_up' },
  ]
}

/** What is said first to somebody whose number is known. */
export function thanksFor(name: string | null): string {
  return name ? `Thank you for ringing Cooee, ${name}.` : THANKS
}

/** What is said before several people who share a number are asked who it is. */
export const THANKS = 'Thank you for ringing Cooee.'
/** Follows the name of a step whose question is asked a second time. */
export const ONCE_MORE = ' again'

const AWAY_OFFERS = {
  go: " If you're going away, press 5.",
  change: " If you're back, or away for longer, press 5.",
}

function questionOf(prompt: CallBackPrompt): string {
  switch (prompt.kind) {
    case 'how':
      return [
        "If you're all right, press 1, or just say I'm fine. If you'd like some help, press 2.",
        prompt.offersIncident ? ` To hear about ${prompt.offersIncident}, press 4.` : '',
        prompt.away === null ? '' : AWAY_OFFERS[prompt.away],
      ].join('')
    case 'help':
      return prompt.offersIncident
        ? `If you would like help, press 2. To hear about ${prompt.offersIncident}, press 4.`
        : 'If you would like help, press 2.'
    case 'who': {
      const choices = prompt.choices.map(({ name, key }) => `for ${name}, press ${key}`).join('; ')
      return `To check in ${choices}. If anybody needs help, press ${HELP_FOR_ALL}.`
    }
    case 'reminder':
      return `About your ${prompt.localTime} reminder: press 1 if it is done. Press 2 if not yet. Press 3 if there is a problem.`
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
  // "If you would like help, press 2": a yes may be to that.
  if (!key && prompt.kind !== 'how' && understandingIn(language).isBareYes(heard.speech)) return null
  const response = understoodAnswer('daily_check_in', heard, names, language)
  if (response === 'help') return { kind: 'help' }
  // A carer who rings for her may know how she is, and is not her.
  const isOfOthers = !key && understandingIn(language).isAboutOthers(heard.speech, names)
  return response === 'acknowledged' && prompt.kind !== 'who' && !isOfOthers ? { kind: 'fine' } : null
}

/** Said when help was asked for; `names` where it is asked for more than one. */
export function helpScript(heard: Heard, names: readonly string[]): ScriptPart[] {
  const whom = names.length > 1 ? ` that ${list.format(names)} need help` : ''
  const text = `${aloud(heard)}Thank you for telling me. I am letting your family know${whom} right now. ${EMERGENCY}`
  return [{ kind: 'say', text }, { kind: 'hang_up' }]
}

/** What is said back to an answer about a reminder. `isCalledAgain`: Cooee rings about it once more. */
export function reminderReply(heard: Heard, response: 'acknowledged' | 'not_yet', isCalledAgain: boolean): string {
  if (response === 'acknowledged') return `${aloud(heard)}Thank you. I have noted that it is done.`
  return isCalledAgain
    ? `${aloud(heard)}Thank you. I will call you again.`
    : `${aloud(heard)}Thank you for telling me. Please ring me when it is done.`
}

/** After key 9, or "stop calling me": how calls are stopped. `step` names the question. */
export function refusalOfferScript(heard: Heard, step: string): ScriptPart[] {
  return [
    { kind: 'ask', step, prompt: heard.keys.trim() ? `${aloud(heard)}${REFUSAL_OFFER}` : SPOKEN_REFUSAL_OFFER },
    { kind: 'say', text: GOODBYE },
    { kind: 'hang_up' },
  ]
}

/** After that was confirmed. */
export function refusedScript(heard: Heard): ScriptPart[] {
  return [{ kind: 'say', text: `${aloud(heard)}${REFUSED}` }, { kind: 'hang_up' }]
}

/** To somebody who rings from a phone that wants no calls. `isKnown`: help can be asked for from it. */
export function refusingCallerScript(step: string, isKnown: boolean): ScriptPart[] {
  const help = isKnown ? " If you'd like some help, press 2." : ''
  const prompt = `This is Cooee. We do not ring this phone, as it has asked. To let Cooee ring it again, press 1.${help}`
  return [{ kind: 'ask', step, prompt }, { kind: 'say', text: GOODBYE }, { kind: 'hang_up' }]
}

/** Said where a phone takes calls again. */
export const RINGS_AGAIN = 'Thank you. Cooee may ring this phone again.'

/** The end of a call. */
export function goodbyeScript(before: string): ScriptPart[] {
  return [{ kind: 'say', text: `${before} ${GOODBYE}`.trim() }, { kind: 'hang_up' }]
}

/** After an answer that is not one of the choices. */
export function notAChoice(heard: Heard): string {
  return heard.keys ? `${aloud(heard)}That is not one of the choices.` : 'Sorry, I did not understand that.'
}

const STRANGER_STEP = 'stranger'

/** To anybody whom Cooee does not know by their number: who rang them, and why. No name of anybody is in it. */
export function strangerScript(host: string, { isWithheld = false } = {}): ScriptPart[] {
  const who = 'This is Cooee, an automated service that rings people on behalf of their family.'
  const text = `${who} Somebody may have asked us to ring you. You can read more at ${host}. If somebody is in danger, call triple zero.`
  if (isWithheld) return [{ kind: 'say', text: `${text} ${GOODBYE}` }, { kind: 'hang_up' }]
  return [
    { kind: 'ask', step: STRANGER_STEP, prompt: `${text} To stop all calls from Cooee to this phone, press 9.` },
    { kind: 'say', text: GOODBYE },
    { kind: 'hang_up' },
  ]
}

/** As `strangerScript`, by text message. */
export function strangerText(publicUrl: string): string {
  return `This is Cooee, an automated service that rings people for their family. Someone may have asked us to ring you. Nobody reads messages sent to this number. To stop calls and texts, text STOP or see ${publicUrl}/stop. In danger? Call 000.`
}

function aloud(heard: Heard | null): string {
  const key = heard?.keys.trim().at(-1)
  return key ? `You pressed ${key === '#' ? 'hash' : key === '*' ? 'star' : key}. ` : ''
}
