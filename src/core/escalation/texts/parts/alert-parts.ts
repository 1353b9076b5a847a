import { withoutYourTime } from '../../../format/local-time-for.ts'
import type { AlertSubject } from './alert-subject.ts'
import { shortName } from './short-name.ts'
import { optionalPart, type TextPart, TRUNCATION_PRIORITY } from './two-segments.ts'

export const IN_DANGER = 'In danger? Call 000.'
/** In mails about a request for help, beside the safety line that every alert ends with. */
export const LIFELINE = 'To talk to someone day or night, ring Lifeline on 13 11 14.'

/** What is added when people are notified again. `openSince` is a date and a time. */
export function openSinceSentence(openSince: string): string {
  return `We've been asking since ${openSince}.`
}

/** As `openSinceSentence`, as a part of a text; null in the first text. */
export function openSincePart({ openSince }: AlertSubject): TextPart | null {
  return optionalPart(openSince === null ? null : openSinceSentence(openSince), 'openSince')
}

/** Who writes, on behalf of whom, and what happened. */
export function newsPart({ name, headline, shortHeadline = headline }: AlertSubject, askedBy: string | null): TextPart {
  const [from, shortFrom] = askedBy ? [`Cooee, for ${askedBy}`, `Cooee, for ${shortName(askedBy)}`] : ['Cooee', 'Cooee']
  const shortestHeadline = inShort(shortHeadline, name)
  return {
    text: `${from}: ${headline}.`,
    shorter: [
      { truncationPriority: TRUNCATION_PRIORITY.shorter, text: `${shortFrom}: ${headline}.` },
      { truncationPriority: TRUNCATION_PRIORITY.detail, text: `${shortFrom}: ${shortHeadline}.` },
      { truncationPriority: TRUNCATION_PRIORITY.last, text: `${shortFrom}: ${shortestHeadline}.` },
      { truncationPriority: TRUNCATION_PRIORITY.last, text: `Cooee: ${shortestHeadline}.` },
    ],
  }
}

/** With the first name, without the reader's own time, and of "3 calls (the last was the 9:00 AM call)" how many they were. */
function inShort(headline: string, name: string): string {
  return withoutYourTime(headline)
    .replaceAll(name, shortName(name))
    .replace(/ \(the last was [^)]*\)/, '')
}

const MAX_OTHERS = 2

/** What else it is about, in sentences; null where that is nothing. In a text they go from the end. */
export function othersPart({ name, others = [] }: AlertSubject): TextPart | null {
  if (others.length === 0) return null
  const upTo = (most: number, said = others) => {
    const named = said.slice(0, most).map((other) => `Also: ${other}.`)
    const further = others.length - named.length
    return [...named, ...(further > 0 ? [`And ${further} more.`] : [])].join(' ')
  }
  const short = others.map((other) => inShort(other, name))
  const most = Math.min(others.length, MAX_OTHERS)
  const fewer = Array.from({ length: most + 1 }, (_, step) => upTo(most - step, short))
  return {
    text: upTo(MAX_OTHERS),
    shorter: [...fewer, ''].map((text) => ({ truncationPriority: TRUNCATION_PRIORITY.others, text })),
  }
}

/** Null when they never have. */
export function lastAnsweredSentence({ name, lastAnswered }: AlertSubject): string | null {
  return lastAnswered && `Last OK from ${shortName(name)}: ${lastAnswered}.`
}

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/** In a text message, where ten names would be longer than all the rest. */
export const MAX_NAMED_IN_TEXT = 2

/** "Susan, Tom and Ann"; `most` of them, "Susan, Tom and 3 more". */
export function listOfNames(names: readonly string[], most = names.length): string {
  const further = names.length - most
  return list.format(further > 0 ? [...names.slice(0, most), `${further} more`] : names)
}

/** "Ring Margaret: 0491 570 156"; somebody who is texted is reached by text as well. Without a full stop. */
export function reachPart({ name, phone, asksBy = 'call' }: Pick<AlertSubject, 'name' | 'phone' | 'asksBy'>): string {
  return `${asksBy === 'text' ? 'Text' : 'Ring'} ${shortName(name)}: ${phone}`
}
