import { type IncidentCause, isHelp } from '../incident-cause.ts'
import { QUOTED_IN_MAIL, quotedPart, quotedSentence } from '../quoted-words.ts'
import {
  IN_DANGER,
  LIFELINE,
  lastAnsweredSentence,
  listOfNames,
  MAX_NAMED_IN_TEXT,
  newsPart,
  openSincePart,
  openSinceSentence,
  othersPart,
  reachPart,
} from './parts/alert-parts.ts'
import type { AlertSubject, AlertText } from './parts/alert-subject.ts'
import { onlyWhom } from './parts/only-whom.ts'
import { shortName } from './parts/short-name.ts'
import { optionalPart, type TextPart, TRUNCATION_PRIORITY, withinTwoSegments } from './parts/two-segments.ts'

const REPLY_BY_DIGIT: TextPart = {
  text: "Reply 1 if you can, 2 if you can't, 3 if all's well.",
  shorter: [{ truncationPriority: TRUNCATION_PRIORITY.shorter, text: "Reply 1 yes, 2 no, 3 all's well." }],
}
const REPLY_BY_WORDS: TextPart = {
  text: 'Reply I WILL if you can, or answer here:',
  shorter: [{ truncationPriority: TRUNCATION_PRIORITY.last, text: 'Reply I WILL, or answer here:' }],
}
/** The text message to an emergency contact, with how to answer it. */
export function contactAlert(subject: AlertSubject): string {
  const { name, phone, askedBy, detail, cause, link } = subject
  const wish = isByWords(cause) && subject.asksBy !== 'text' ? 'ring' : 'check on'
  return withinTwoSegments([
    newsPart(subject, askedBy),
    optionalPart(detail, 'detail'),
    othersPart(subject),
    openSincePart(subject),
    optionalPart(lastAnsweredSentence(subject), 'lastOk'),
    {
      text: `Please ${wish} ${shortName(name)}: ${phone}.`,
      shorter: [{ truncationPriority: TRUNCATION_PRIORITY.last, text: `${reachPart(subject)}.` }],
    },
    subject.isOwnPhone ? REPLY_BY_WORDS : REPLY_BY_DIGIT,
    link,
    IN_DANGER,
    ...(subject.extras ?? []),
  ])
}

/**
 * The text to the account holder at once, and in each round. `willNotify`: the names of those who are notified as well; null when
 * all of them have said that they cannot. `instead` is a text without the words that were heard, for where they may not be kept.
 */
export function memberAlert(
  subject: AlertSubject,
  willNotify: readonly string[] | null | 'email_unconfirmed',
): AlertText & { fallback: string } {
  const { name, headline, plainHeadline = headline, detail, heard, link, openSince } = subject
  const short = shortName(name)
  const since = openSince === null ? null : openSinceSentence(openSince)
  const others = alsoAsked(willNotify, { short, isShared: subject.isShared })
  const text = (said: TextPart | null) =>
    withinTwoSegments([
      newsPart(subject, null),
      optionalPart(detail, 'detail'),
      othersPart(subject),
      openSincePart(subject),
      said,
      `${reachPart(subject)}.`,
      others.part,
      link,
      IN_DANGER,
      ...(subject.extras ?? []),
    ])
  return {
    subject: headline,
    plainSubject: plainHeadline,
    mail: [
      [
        [`${headline}.`, detail, othersPart(subject)?.text, since].filter(Boolean).join(' '),
        quotedSentence(heard, QUOTED_IN_MAIL),
        lastAnsweredSentence(subject),
      ]
        .filter(Boolean)
        .join('\n'),
      others.inFull,
      `${reachPart(subject)}\nSee what happened${others.areAsked ? `, and who's checking on ${short}` : ''}: ${link}`,
      ...lifelineFor(subject),
    ].join('\n\n'),
    sms: text(quotedPart(heard)),
    fallback: text(null),
  }
}

/** Who is asked beside the account holder: in full for mails, and for a text. */
function alsoAsked(
  willNotify: readonly string[] | null | 'email_unconfirmed',
  { short, isShared }: { short: string; isShared: boolean | undefined },
): { inFull: string; part: TextPart | string; areAsked: boolean } {
  if (willNotify === 'email_unconfirmed') {
    const why = "You haven't confirmed your email, so we can't ask anyone else."
    const inFull = `${why} Please check on ${short} yourself.`
    return {
      inFull,
      areAsked: false,
      part: {
        text: inFull,
        shorter: [
          { truncationPriority: TRUNCATION_PRIORITY.shorter, text: why },
          { truncationPriority: TRUNCATION_PRIORITY.last, text: 'Please confirm your email.' },
        ],
      },
    }
  }
  if (willNotify === null) {
    const inFull = "Everyone else on the list has said they can't."
    const shorter = [{ truncationPriority: TRUNCATION_PRIORITY.last, text: "Everyone else said they can't." }]
    return { inFull, part: { text: inFull, shorter }, areAsked: true }
  }
  if (willNotify.length === 0) {
    const inFull = `${short} has no emergency contact, so we've told ${onlyWhom(isShared)}.`
    const shorter = [{ truncationPriority: TRUNCATION_PRIORITY.last, text: `${short} has no emergency contact.` }]
    return { inFull, part: { text: inFull, shorter }, areAsked: false }
  }
  const asking = (names: string) => `We're asking ${names} too.`
  return {
    inFull: asking(listOfNames(willNotify)),
    areAsked: true,
    part: {
      text: asking(listOfNames(willNotify, MAX_NAMED_IN_TEXT)),
      shorter: [
        {
          truncationPriority: TRUNCATION_PRIORITY.shorter,
          text: asking(listOfNames(willNotify.map(shortName), MAX_NAMED_IN_TEXT)),
        },
        { truncationPriority: TRUNCATION_PRIORITY.last, text: asking('others') },
      ],
    },
  }
}

/** The text to everybody who was alerted when somebody takes it on. `doing`: "calling now", "on the way, about 20 minutes". */
export function takenText({ name, link, extras = [] }: AlertSubject, ownerName: string, doing: string): AlertText {
  const sentence = `${ownerName} is checking on ${name}, and is ${doing}.`
  return {
    subject: `${ownerName} is checking on ${name}`,
    mail: `${sentence} You don't need to do anything.\n\nSee how it's going: ${link}`,
    sms: withinTwoSegments([`Cooee: ${sentence} You don't need to do anything.`, link, ...extras]),
  }
}

/** The text to everybody who was alerted when the person who owned it gives it back. `why` is a sentence. */
export function givenBackText(subject: AlertSubject, why: string): AlertText {
  const { name, link, extras = [] } = subject
  const sentence = `${why} We're asking the others again.`
  return {
    subject: `Nobody is checking on ${name} right now`,
    mail: `${sentence}\n\n${reachPart(subject)}\nSee what happened: ${link}`,
    sms: withinTwoSegments([`Cooee: ${sentence}`, link, IN_DANGER, ...extras]),
  }
}

/** The text to the account holder when not one message or call reached anybody on the list. */
export function nobodyReachedText(subject: AlertSubject): AlertText {
  const { name, phone, headline, plainHeadline = headline, link } = subject
  const sentence = `We couldn't reach anyone on ${shortName(name)}'s list: every text and call failed.`
  return {
    subject: `We couldn't reach anyone: ${headline}`,
    plainSubject: `We couldn't reach anyone: ${plainHeadline}`,
    mail: [
      `${headline}. ${sentence} We'll try again, but please don't wait for us, and check their numbers.`,
      '',
      reachPart(subject),
      `See who we tried: ${link}`,
      ...lifelineFor(subject).flatMap((line) => ['', line]),
    ].join('\n'),
    sms: withinTwoSegments([
      newsPart(subject, null),
      sentence,
      `Please ${subject.asksBy === 'text' ? 'check on' : 'ring'} ${shortName(name)}: ${phone}.`,
      link,
      IN_DANGER,
      ...(subject.extras ?? []),
    ]),
  }
}

/**
 * The text to everybody who was alerted at the end. `how` is a sentence. `stillOpen`: what they have not answered with it, as
 * sentences; then it is no all-clear, and does not say that there is nothing left to do.
 */
export function allClearText(
  { name, headline, link, extras = [] }: AlertSubject,
  how: string,
  stillOpen: string | null = null,
): AlertText {
  if (stillOpen !== null) {
    return {
      subject: `${name} has answered, but one thing is still open`,
      mail: `${how} ${stillOpen}\n\nWe've stopped asking people. Earlier we told you: ${headline}.\nSee what happened: ${link}`,
      sms: withinTwoSegments([`Cooee: ${how} ${stillOpen}`, link, ...extras]),
    }
  }
  return {
    subject: `All clear: ${name}`,
    mail: `${how} You don't need to do anything.\n\nEarlier we told you: ${headline}.\nSee what happened: ${link}`,
    sms: withinTwoSegments([`Cooee: all clear for ${name}. ${how}`, link, ...extras]),
  }
}

/** How an escalation ended in which nobody took the incident on. */
export type EscalationResult = 'nobody' | 'all_declined' | 'all_notified' | 'none_reached'

const HOW_ASKED: Record<EscalationResult, string> = {
  nobody: 'There was nobody else to ask.',
  all_declined: "Everyone on the list has said they can't.",
  none_reached: "We couldn't reach anyone on the list.",
  all_notified: "We've asked everyone on the list, and nobody has said yes yet.",
}

const NO_YES_YET = 'Nobody has said yes yet.'

const WHAT_NEXT = "We'll keep asking, with longer breaks, and from tomorrow every morning at 9, until someone says yes."

/** The text to the account holder when nobody owns it, and what happens next. */
export function unresolvedText(subject: AlertSubject, how: EscalationResult): AlertText {
  const { name, phone, headline, link } = subject
  const asked = HOW_ASKED[how]
  return {
    subject: `Nobody is checking on ${name} yet`,
    mail: [
      `${headline}. ${asked} ${WHAT_NEXT}`,
      '',
      `Please check on ${shortName(name)} yourself, or find someone who can. ${reachPart(subject)}`,
      `See who we've asked: ${link}`,
      ...lifelineFor(subject).flatMap((line) => ['', line]),
    ].join('\n'),
    sms: withinTwoSegments([
      newsPart(subject, null),
      {
        text: asked,
        shorter: how === 'all_notified' ? [{ truncationPriority: TRUNCATION_PRIORITY.shorter, text: NO_YES_YET }] : [],
      },
      optionalPart("We'll keep asking.", 'last'),
      `Please check on ${shortName(name)}: ${phone}.`,
      link,
      IN_DANGER,
      ...(subject.extras ?? []),
    ]),
  }
}

/** Somebody who asked for help may want to talk, and so may the reader; a phone that rang out is no reason to. */
function lifelineFor({ cause }: AlertSubject): string[] {
  return isHelp(cause) ? [LIFELINE] : []
}

/** Sent for what was said: the person who was called may be awake and waiting at the phone. */
function isByWords(cause: IncidentCause): boolean {
  return cause === 'unclear' || cause === 'uncertain_help'
}
