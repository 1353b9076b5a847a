import type { Heard } from '../../call-script/answer.ts'
import type { ScriptPart } from '../../call-script/script.ts'
import { slowDigits } from '../../phone/spoken-phone.ts'
import { isNobody, whatSpeaks } from '../../understanding/what-speaks.ts'
import { shortName } from '../texts/parts/short-name.ts'
import { REMOVED_SINCE } from '../texts/removed-text.ts'

/** What an alert by phone needs to know. Nothing about anybody's health is in it: a machine may be listening. */
export interface AlertCallSubject {
  /** Who is rung: "Susan Hartley". */
  personName: string
  /** Who was called: "Margaret Hartley". */
  name: string
  /** Their number, E.164, to be said aloud. */
  phone: string
  /** Who asked for the call; null when the account holder gave no name, or is the one who is rung. */
  askedBy: string | null
  /** What happened, without a full stop: "Margaret Hartley didn't answer the 9:00 AM call". */
  headline: string
  /** What is to be added to that, in sentences: how sure it is, and since when people are asked. */
  addition?: string | null
  /** `unresolved`: everybody was notified and nobody owns it, so the account holder is rung. */
  purpose: 'alert' | 'unresolved'
}

/** What a key says. */
export type AlertKey = 'take' | 'decline' | 'ok'

/** What was understood; `needs_key`: something that would be a yes, if only it were a key. */
export type AlertAnswer = AlertKey | 'needs_key'

const GOODBYE = 'I did not hear an answer. Goodbye.'

/** The whole call up to the first answer: what happened, what the keys do, that once more, and a goodbye. */
export function alertScript(subject: AlertCallSubject): ScriptPart[] {
  const { personName, name, askedBy, headline, addition, purpose } = subject
  const greeting = `Hello ${personName}. This is Cooee, calling ${askedBy ? `for ${askedBy} ` : ''}about ${name}.`
  const what = purpose === 'alert' ? `${headline}.` : `${headline}. Nobody is checking on ${shortName(name)} yet.`
  const news = addition ? `${what} ${addition}` : what
  return [
    // Outside of the question: a "hello?" at pick-up must not cut what happened short.
    { kind: 'say', text: `${greeting} ${news}` },
    { kind: 'ask', step: 'first', prompt: keysOf(subject) },
    { kind: 'ask', step: 'second', prompt: `Once more. ${news} ${keysOf(subject)}` },
    { kind: 'say', text: GOODBYE },
    { kind: 'hang_up' },
  ]
}

function keysOf({ name, purpose }: AlertCallSubject): string {
  const yourself = purpose === 'alert' ? '' : ' yourself'
  return `To check on ${shortName(name)}${yourself}, press 1. If you can't, press 2. If all is well, press 3.`
}

/** A refusal and nothing else. "I can't take your call right now" is what a machine says. */
const ONLY_NO =
  /^(sorry,? )?(no|nope|no,? thanks|no,? thank you|(no,? )?(sorry,? )?i (can['’]?t|cannot))(,? sorry)?[.!]?$/i
const YES_WORDS = /\b(yes|yeah|yep|ok|okay|sure|i['’]?ll (go|do it|call)|i will|all is well|all good|fine)\b/i

/**
 * What a person who is alerted meant, or null when it is not clear. Only a key takes an incident on or ends it: a
 * machine answers too, and then nobody would take care of it. A plain spoken refusal counts, since it only means that the
 * next one is notified sooner; a spoken yes is asked for its key.
 */
export function understoodAlertAnswer({ keys, speech }: Heard): AlertAnswer | null {
  const key = keys.trim().at(-1)
  if (key) return key === '1' ? 'take' : key === '2' ? 'decline' : key === '3' ? 'ok' : null
  if (isNobody(whatSpeaks(speech))) return null
  if (ONLY_NO.test(speech.trim())) return 'decline'
  return YES_WORDS.test(speech) ? 'needs_key' : null
}

/** After an answer that settles nothing: the keys once more, then goodbye. `step` names the question asked again. */
export function askForKeyScript(subject: AlertCallSubject, step: string, answer: AlertAnswer | null): ScriptPart[] {
  const sorry =
    answer === 'needs_key' ? 'Thank you. Please press a key, so that we are sure.' : 'Sorry, I did not understand that.'
  return [
    { kind: 'ask', step, prompt: `${sorry} ${keysOf(subject)}` },
    { kind: 'say', text: GOODBYE },
    { kind: 'hang_up' },
  ]
}

/** After an all-clear to older news: what has been asked since, and the keys once more. `step` names the question asked again. */
export function askedSinceScript(subject: AlertCallSubject, step: string, headline: string): ScriptPart[] {
  const who = shortName(subject.name)
  const news = `We have not closed this. ${headline}, since we told you.`
  const ask = `If you have spoken with ${who} since then and all is well, press 3 again. To check on ${who}, press 1. If you can't, press 2.`
  return [{ kind: 'ask', step, prompt: `${news} ${ask}` }, { kind: 'say', text: GOODBYE }, { kind: 'hang_up' }]
}

/** What came of an answer, to be said back. `until`: when others are asked again without a further answer, on the loved one's clock. */
export type AlertOutcome =
  | { kind: 'took'; until: string }
  /** `ownerName`: somebody else who takes care of it already. */
  | { kind: 'declined'; ownerName: string | null }
  | { kind: 'resolved' }
  /** They asked for help since this person was notified; without a full stop. */
  | { kind: 'asked_since'; headline: string }
  /** They have answered by another way since. */
  | { kind: 'overtaken' }
  /** They were taken off the list of contacts. */
  | { kind: 'not_listed' }
  | { kind: 'owned'; ownerName: string }
  /** It had ended well before; `how` is a sentence. */
  | { kind: 'over'; how: string }
  /** No person had raised it; `how` is in sentences. Without full stops: what people were told, and what else still stands. */
  | { kind: 'withdrawn'; how: string; headline?: string; stillOpen?: string | null }

/** What is said back, so that the person knows what was understood and what to do next. */
export function alertReply(subject: AlertCallSubject, heard: Heard, outcome: AlertOutcome): ScriptPart[] {
  const key = heard.keys.trim().at(-1)
  const echo = key ? `You pressed ${key}. ` : ''
  return [{ kind: 'say', text: echo + closing(subject, outcome) }, { kind: 'hang_up' }]
}

/** What somebody hears who picks up once another person owns it, or it is over. */
export function alertNoLongerNeededScript(subject: AlertCallSubject, outcome: AlertOutcome): ScriptPart[] {
  const { personName, name } = subject
  const greeting = `Hello ${personName}. This is Cooee, calling about ${name}.`
  return [{ kind: 'say', text: `${greeting} ${closing(subject, outcome)}` }, { kind: 'hang_up' }]
}

/** Said to somebody who picks up an alert that was given up long before. No question is asked: the next person may be rung meanwhile. */
export function lateAlertScript({ personName, name, headline }: AlertCallSubject): ScriptPart[] {
  const text = [
    `Hello ${personName}. This is Cooee, calling about ${name}.`,
    "We're sorry: this call comes later than it should.",
    `${headline}. Nobody is checking on ${shortName(name)} yet. If you can, ring this number back. Goodbye.`,
  ].join(' ')
  return [{ kind: 'say', text }, { kind: 'hang_up' }]
}

/** Said to somebody who picks up when the loved one has been removed: nothing is kept by which anybody could be named. */
export function removedAlertScript(): ScriptPart[] {
  const text = `Hello. This is Cooee. ${REMOVED_SINCE} If someone is in danger, call triple zero. Goodbye.`
  return [{ kind: 'say', text }, { kind: 'hang_up' }]
}

function closing({ name, phone, headline, purpose }: AlertCallSubject, outcome: AlertOutcome): string {
  switch (outcome.kind) {
    case 'took': {
      const number = `${possessive(name)} number is ${slowDigits(phone)}.`
      const report = `Please tell us how it goes, through the link in our text or by ringing this number. If we do not hear from you by ${outcome.until}, we will ask someone else.`
      return `Thank you. You are checking on ${name}. ${number} Once more: ${slowDigits(phone)}. ${report} If someone is in danger, call triple zero. Goodbye.`
    }
    case 'declined':
      if (outcome.ownerName !== null) return `Thank you. ${outcome.ownerName} is checking on ${name}. Goodbye.`
      return purpose === 'alert'
        ? 'Thank you for telling us. Goodbye.'
        : `Thank you. Please find someone who can check on ${name}. If someone is in danger, call triple zero. Goodbye.`
    case 'resolved':
      return 'Thank you. We are letting everyone know that all is well. Goodbye.'
    case 'asked_since':
      return `We have not closed this: ${outcome.headline}, since we told you. If someone is in danger, call triple zero. Goodbye.`
    case 'overtaken':
      return 'Thank you. We are going by what you have told us since. Goodbye.'
    case 'not_listed':
      return `You are no longer one of ${possessive(name)} contacts, so you do not need to do anything. If someone is in danger, call triple zero. Goodbye.`
    case 'owned':
      return `${outcome.ownerName} is already checking on ${name}. Thank you. Goodbye.`
    case 'over':
      return `We have already closed this. ${outcome.how} Thank you. Goodbye.`
    case 'withdrawn': {
      const { how, stillOpen = null } = outcome
      // The headline is about what is open now.
      const told = outcome.headline ?? (stillOpen === null ? headline : null)
      const wrong =
        told === null
          ? `Something we told you about ${name} was wrong.`
          : `We were going to tell you, or have told you: ${told}.`
      const stands = stillOpen === null ? '' : ` This part is still true: ${stillOpen}.`
      return `${wrong} That was our mistake, and we are sorry. ${how}${stands} Goodbye.`
    }
  }
}

const possessive = (name: string) => `${name}'s`
