import { HEARD_IN_MAIL, HEARD_IN_TEXT, heardSentence } from './heard-words.ts'
import type { IncidentCause } from './incident-cause.ts'
import { shortName } from './short-name.ts'

/** What a message about an incident needs to know. Texts are plain; nothing about anybody's health is in them. */
export interface AlertSubject {
  /** Who was called: "Margaret Hartley". */
  name: string
  /** Their number as it is shown, to ring them. */
  phone: string
  /** Who asked for the call: "Robyn Hartley"; null when the account holder gave no name. */
  askedBy: string | null
  /** What happened, without a full stop: "Margaret Hartley was not reached by the 9:00 AM call". */
  headline: string
  /** Why, or how sure it is, as a sentence; null when there is nothing to add. */
  detail: string | null
  /** What else it is about, each without a full stop. */
  others?: readonly string[]
  cause: IncidentCause
  /** The words as heard; null when there were none. Only the account holder reads them. */
  heard: string | null
  /** Since when nobody has taken it on, "Mar 9, 2026 9:02 AM" on the loved one's clock; null while it is told for the first time. */
  openSince: string | null
  /** When the person last answered that all was well, "Mar 9, 2026 9:01 AM" on their clock; null when they never have. */
  lastAnswered: string | null
  /** Whether the one who reads it shares the phone on which she is called: a digit could be anybody's answer. */
  isOwnPhone?: boolean
  /** The incident's page, for the one person who gets this message. */
  link: string
}

export interface AlertText {
  subject: string
  mail: string
  sms: string
}

const REPLY_BY_DIGIT = "Reply 1 if you will do it, 2 if you can't, 3 if all is well."
const IN_DANGER = 'In danger? Call 000.'
const NOT_AN_EMERGENCY_SERVICE =
  'If you think somebody is in danger, call 000. To talk to somebody at any hour, Lifeline is on 13 11 14. Cooee is not an emergency service.'

/** What an emergency contact is told by text message, with how to answer it. */
export function contactAlert(subject: AlertSubject): string {
  const { name, phone, askedBy, headline, detail, cause, link } = subject
  const from = askedBy ? `Cooee, for ${askedBy}` : 'Cooee'
  const wish = isByWords(cause) ? 'ring' : 'check on'
  return [
    `${from}: ${headline}.${detail ? ` ${detail}` : ''}`,
    othersSentence(subject),
    subject.openSince && openSinceSentence(subject.openSince),
    lastAnsweredSentence(subject),
    `Please ${wish} ${shortName(name)}: ${phone}.`,
    subject.isOwnPhone ? 'Reply I WILL if you will do it, or answer here:' : REPLY_BY_DIGIT,
    link,
    IN_DANGER,
  ]
    .filter(Boolean)
    .join(' ')
}

/**
 * What the account holder is told at once, and in each round. `willTell`: the names of those who are told as well; null when
 * all of them have said that they cannot. `instead` is a text without the words that were heard, for where they may not be kept.
 */
export function holderAlert(
  subject: AlertSubject,
  willTell: readonly string[] | null | 'email_unconfirmed',
): AlertText & { instead: string } {
  const { name, phone, headline, detail, heard, link } = subject
  const since = subject.openSince && openSinceSentence(subject.openSince)
  const why = [detail, othersSentence(subject), since].map((sentence) => (sentence ? ` ${sentence}` : '')).join('')
  const others =
    willTell === 'email_unconfirmed'
      ? 'Your email was not confirmed yet, so we tell nobody else: please look after it yourself.'
      : willTell === null
        ? 'Everybody else on the list has said that they cannot.'
        : willTell.length > 0
          ? `Cooee is telling ${listOfNames(willTell)}, until somebody takes it on.`
          : `${shortName(name)} has no emergency contact, so nobody else is told.`
  const text = (said: string | null) =>
    `Cooee: ${headline}.${why}${said ? ` ${said}` : ''} Ring ${shortName(name)}: ${phone}. ${others} ${link} ${IN_DANGER}`
  return {
    subject: headline,
    mail: [
      [`${headline}.${why}`, heardSentence(heard, HEARD_IN_MAIL), lastAnsweredSentence(subject)]
        .filter(Boolean)
        .join('\n'),
      '',
      others,
      '',
      `Ring ${name}: ${phone}`,
      `What happened, and who is looking after it: ${link}`,
      '',
      NOT_AN_EMERGENCY_SERVICE,
    ].join('\n'),
    sms: text(heardSentence(heard, HEARD_IN_TEXT)),
    instead: text(null),
  }
}

/** What everybody who was alerted is told when somebody takes it on. */
export function takenText({ name, link }: AlertSubject, ownerName: string, doing: string): AlertText {
  const sentence = `${ownerName} is looking after ${name}: ${doing}.`
  return {
    subject: `${ownerName} is looking after ${name}`,
    mail: `${sentence} Nobody else needs to do anything.\n\n${link}`,
    sms: `Cooee: ${sentence} You need not do anything. ${link}`,
  }
}

/** What everybody who was alerted is told when whoever had taken it on has not, after all. `why` is a sentence. */
export function givenBackText({ name, phone, link }: AlertSubject, why: string): AlertText {
  const sentence = `${why} Cooee is asking others again.`
  return {
    subject: `Nobody is looking after ${name} at the moment`,
    mail: `${sentence}\n\nRing ${name}: ${phone}\n${link}`,
    sms: `Cooee: ${sentence} ${link} ${IN_DANGER}`,
  }
}

/** What the account holder is told when not one message or call reached anybody on the list. */
export function nobodyReachedText({ name, phone, headline, link }: AlertSubject): AlertText {
  const sentence = `Nobody on ${shortName(name)}'s list could be reached: every text message and call failed.`
  return {
    subject: `Nobody could be told: ${headline}`,
    mail: [
      `${headline}. ${sentence} Cooee tries again, but please do not wait for it, and check their numbers.`,
      '',
      `Ring ${name}: ${phone}`,
      link,
      '',
      NOT_AN_EMERGENCY_SERVICE,
    ].join('\n'),
    sms: `Cooee: ${headline}. ${sentence} Please ring ${shortName(name)}: ${phone}. ${link} ${IN_DANGER}`,
  }
}

/** A headline inside of a sentence: "The 9:00 AM call" is no name. */
const inSentence = (headline: string): string => headline.replace(/^(The|On) /, (word) => word.toLowerCase())

/**
 * What everybody who was alerted is told at the end. `how` is a sentence. `stillOpen`: what they have not answered with it, as
 * sentences; then it is no all-clear, and nobody is told that there is nothing left to do.
 */
export function allClearText(
  { name, headline, link }: AlertSubject,
  how: string,
  stillOpen: string | null = null,
): AlertText {
  if (stillOpen !== null) {
    return {
      subject: `${name} has answered, and one thing is still open`,
      mail: `${how} ${stillOpen}\n\nIt began when ${inSentence(headline)}. We look for nobody further.\n\n${link}`,
      sms: `Cooee: ${how} ${stillOpen} ${link}`,
    }
  }
  return {
    subject: `All clear: ${name}`,
    mail: `${how} It began when ${inSentence(headline)}. Nobody needs to do anything further.\n\n${link}`,
    sms: `Cooee: all clear for ${name}. ${how} ${link}`,
  }
}

/** How it came that nobody took it on. */
export type Asked = 'nobody' | 'all_declined' | 'all_told' | 'none_reached'

const HOW_ASKED: Record<Asked, string> = {
  nobody: 'There was nobody else to tell.',
  all_declined: 'Everybody on the list has said that they cannot.',
  none_reached: 'Every text message and call to the list failed.',
  all_told: 'Everybody on the list was told, and nobody has taken it on.',
}

const WHAT_NEXT =
  'We keep asking, with longer pauses, and from tomorrow every morning at 9, until somebody takes it on.'

/** What the account holder is told when nobody took it on, and what happens next. */
export function unresolvedText({ name, phone, headline, link }: AlertSubject, how: Asked): AlertText {
  const asked = HOW_ASKED[how]
  return {
    subject: `Nobody has taken on: ${headline}`,
    mail: [
      `${headline}. ${asked} ${WHAT_NEXT}`,
      '',
      `Please look after ${name} yourself, or find somebody who can. Ring ${name}: ${phone}`,
      link,
      '',
      NOT_AN_EMERGENCY_SERVICE,
    ].join('\n'),
    sms: `Cooee: ${headline}. ${asked} ${WHAT_NEXT} Please look after ${shortName(name)}: ${phone}. ${link} ${IN_DANGER}`,
  }
}

/** Told for what was said: whoever was called may be awake and waiting at the phone. */
function isByWords(cause: IncidentCause): boolean {
  return cause === 'unclear' || cause === 'uncertain_help'
}

/** What is added when it is told again. `openSince` is a date and a time. */
export function openSinceSentence(openSince: string): string {
  return `Nobody has taken it on since ${openSince}.`
}

const MOST_OTHERS = 2

/** What else it is about, in sentences; null where that is nothing. */
function othersSentence({ others = [] }: AlertSubject): string | null {
  const named = others.slice(0, MOST_OTHERS).map((other) => `Also: ${other}.`)
  const further = others.length - named.length
  return [...named, ...(further > 0 ? [`And ${further} more.`] : [])].join(' ') || null
}

function lastAnsweredSentence({ name, lastAnswered }: AlertSubject): string | null {
  return lastAnswered && `${shortName(name)} last said that all was well on ${lastAnswered}.`
}

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/** "Susan, Tom and Ann" */
export function listOfNames(names: readonly string[]): string {
  return list.format(names)
}
