import { bareWords, plain } from '../understanding/plain-words.ts'
import { shortName } from './texts/parts/short-name.ts'

/** What somebody who was alerted means by a text message of theirs. */
export type AlertReply = { kind: 'calling' } | { kind: 'going'; minutes: number } | { kind: 'ok' } | { kind: 'cannot' }

const LONGEST_WAY_MINUTES = 240

const UNIT = '(?:m|mins?|minutes?|h|hrs?|hours?)'
const MINUTES = `(?:half an hour|an hour|\\d{1,3} ?${UNIT})`
const HER = '(?:her|him|them|mum|mom|dad|nan|nana|gran|grandma|grandpa|pop)'

/** Whole sentences without apostrophes and other signs. `HER` matches the person who was called, by name too. */
const CALLING = whole(
  '(?:ye+s+|ye+p+|yeah|yup)',
  '(?:yes )?i (?:will|can)',
  '(?:yes )?(?:i (?:will|can)|ill)(?: do it| do that| go| take it| check| look after it)',
  `(?:yes )?(?:ill|i will|will|i can) (?:check on|look after|call|ring|phone|go to|go and see) ${HER}(?: now)?`,
  '(?:yes )?(?:ill|i will) (?:go|drive|head|pop) (?:over|there|now)(?: now)?',
  `(?:yes )?(?:im |i am )?(?:just )?(?:cal+ing|callin|ringing|phoning)(?: ${HER})?(?: now| right now)?`,
  '(?:i will |ill |will )do(?: it)?',
  `(?:im |i am )?(?:just |already )?checking(?: on)? ${HER}(?: now| right now)?`,
  '(?:im |i am )?on it',
  'leave it (?:with|to) me',
)
const GOING = whole(
  `(?:yes )?(?:im |i am )?(?:on (?:my|the) (?:way|wya)|omw|going|goin|heading)(?: over| there| out)*(?: to ${HER})?(?: now)?(?: (?:in |about |in about )?(?:${MINUTES}|\\d{1,3}))?(?: away)?`,
  `(?:ill |i will )?(?:go|drive|head|pop) (?:over |there )?(?:in |about |in about )?${MINUTES}`,
  `(?:ill |i will |will )?(?:be )?(?:there|with ${HER}) (?:in |about |in about )?(?:${MINUTES}|\\d{1,3})`,
  `(?:in |about )?${MINUTES}(?: away)?`,
)
const CANNOT = whole(
  '(?:no|nope|nah|not me)',
  '(?:no )?(?:i )?(?:am )?(?:cant|cannt|cannot|can not|unable)(?: do it| do that| go| help| make it| get there)?(?: now| right now| today| at the moment| this time| after all)?',
)
const IS_WELL = whole(
  'all ?clear',
  '(?:all|alls|all is) (?:ok|okay|well|fine|safe)',
  'false alarm',
  `(?:theyre|(?:she|he|they|${HER})(?: is| are|s)?) (?:now |just |all |safe and )*(?:ok|okay|fine|safe|well|good|great|alright|all ?right|all good)(?: now)?`,
)
/** Why somebody can't. Alone it says nothing: a phone says as much by itself. */
const REASONS = '(?:(?:im|i am) )?(?:at work|busy|away|overseas|interstate|out of town)'
/** Around a sentence they change nothing. */
const COURTESY = '(?:hi|hello|sorry|thanks|thank you|thx|cheers|please|no worries|no problem)'
const AROUND = new RegExp(`^(?:(?:${COURTESY}|ok|okay) )+|(?: ${COURTESY})+$`, 'g')

function whole(...sentences: string[]): RegExp {
  return new RegExp(`^(?:${sentences.join('|')})$`)
}

/**
 * What a text message in answer to an alert means, or null when it is not clear. `name` is who was called, "Margaret
 * Hartley". Only 1, 2, 3 and a few whole sentences count: phones answer by themselves ("I'm driving. I'll call you later."),
 * and a person who has not read it would seem to take care of it. Everything else is asked about.
 */
export function understoodReply(text: string, name = ''): AlertReply | null {
  if (/\?|\d[.:]\d/.test(text)) return null
  const said = sentenceOf(text, name)
  const [, digit, rest = ''] = /^([123])(?: (.*))?$/.exec(said) ?? []
  const byDigit = digit === undefined || whole(`\\d ?${UNIT}(?: away)?`).test(said) ? null : DIGITS[digit]
  if (!byDigit) return meaningOf(said)
  const further = rest.replace(AROUND, '').trim()
  if (further === '' || new RegExp(`^(?:${COURTESY}|${HER}|ok|okay)$`).test(further)) return byDigit
  if (byDigit.kind === 'cannot' && whole(REASONS).test(further)) return byDigit
  const byWords = meaningOf(further)
  return byWords && isSame(byDigit, byWords) ? byWords : null
}

/** Whether a reply that was understood was given by its digit, which nobody's phone sends by itself. */
export function isByDigit(text: string): boolean {
  return /^[\s\p{P}]*[123](?!\d| ?(?:m|mins?|minutes?|h|hrs?|hours?)\b)/u.test(plain(text))
}

const DIGITS: Record<string, AlertReply> = { 1: { kind: 'calling' }, 2: { kind: 'cannot' }, 3: { kind: 'ok' } }

/** Words and numbers alone, with "her" for the person who was called. */
function sentenceOf(text: string, name: string): string {
  const fullName = bareWords(name)
  const [first = ''] = fullName.split(' ')
  const named = [fullName, first].flatMap((part) => (part === '' ? [] : [` ${part} `, ` ${part}s `]))
  const said = named.reduce((sentence, part) => sentence.replaceAll(part, ' her '), ` ${bareWords(text)} `).trim()
  return said.replace(/^(?:her|yes|yep|ok|okay|hi|reply|option) (?=[123]$)/, '')
}

function meaningOf(words: string): AlertReply | null {
  const said = words.replace(AROUND, '').trim()
  if (CALLING.test(said)) return { kind: 'calling' }
  if (GOING.test(said)) {
    const minutes = minutesIn(said)
    return minutes === null ? { kind: 'calling' } : { kind: 'going', minutes }
  }
  const withoutReason = said.replace(new RegExp(` (?:${COURTESY} )*${REASONS}$`), '')
  if (CANNOT.test(withoutReason)) return { kind: 'cannot' }
  return IS_WELL.test(said) ? { kind: 'ok' } : null
}

/** Both mean that somebody takes care of it; the words say better how. */
function isSame(one: AlertReply, other: AlertReply): boolean {
  return one.kind === other.kind || (one.kind === 'calling' && other.kind === 'going')
}

/** How long the way takes; null when no length of time is named. */
function minutesIn(said: string): number | null {
  if (said.includes('half an hour')) return 30
  if (said.includes('an hour')) return 60
  const [, number, unit = ''] = new RegExp(`\\b(\\d{1,3}) ?(${UNIT})?\\b`).exec(said) ?? []
  if (number === undefined) return null
  const minutes = Number(number) * (unit.startsWith('h') ? 60 : 1)
  return Math.min(LONGEST_WAY_MINUTES, Math.max(1, minutes))
}

/** What can be answered to an alert about somebody. */
export function choicesText(name: string): string {
  return `About ${name}: reply 1 if you can, 2 if you can't, 3 if all's well. In danger? Call 000.`
}

/** Asks who is writing from a phone that a contact shares with somebody who is called. */
export function whoIsWritingText(names: readonly string[]): string {
  const who = either.format([...new Set(names)])
  return `Sorry, we can't tell who's writing from this phone. If you're ${who}: reply OK if you're all right, or HELP. If you look after ${who}: reply I WILL if you can, I CAN'T if you can't. In danger? Call 000.`
}

const either = new Intl.ListFormat('en-AU', { type: 'disjunction' })

/** What came of a reply. `until`: when others are asked again without a further answer, on the loved one's clock. */
export type ReplyOutcome =
  | { kind: 'took'; minutes: number | null; phone: string; until: string }
  | { kind: 'owned'; ownerName: string }
  /** They take care of it already, and said so again without the digit. */
  | { kind: 'yours_already' }
  | { kind: 'resolved' }
  /** `ownerName`: somebody else who takes care of it already. */
  | { kind: 'declined'; ownerName: string | null }
  /** What has happened after this person was notified, without a full stop; `isLate`: after they wrote. */
  | { kind: 'asked_since'; headline: string; isLate: boolean }
  /** They have answered again since they wrote it. */
  | { kind: 'overtaken' }
  | { kind: 'not_listed' }
  | { kind: 'over'; how: string }
  | { kind: 'not_understood' }

/** The answer to a reply: what was understood, and who takes care of it. */
export function replyText(name: string, outcome: ReplyOutcome): string {
  switch (outcome.kind) {
    case 'took': {
      const { minutes, phone, until } = outcome
      const way =
        minutes === null ? '' : `, and will be there in about ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`
      return `Thank you. You're checking on ${name}${way}: ${phone}. Reply 3 when all's well, 2 if you can't after all. If we don't hear from you by ${until}, we'll ask someone else. In danger? Call 000.`
    }
    case 'owned':
      return `Thank you. ${outcome.ownerName} is already checking on ${name}. If you find out all's well, reply 3.`
    case 'yours_already':
      return `Thank you. You're already checking on ${name}. Reply 1 for more time, 2 if you can't after all, 3 when all's well.`
    case 'resolved':
      return `Thank you. We're letting everyone know that all's well with ${name}.`
    case 'declined':
      return outcome.ownerName === null
        ? `Thank you. We're asking others to check on ${name}. If you can after all, reply 1.`
        : `Thank you. ${outcome.ownerName} is checking on ${name}, so we're not asking anyone else.`
    case 'asked_since': {
      const [done, when] = outcome.isLate
        ? ["Your message came late, so we haven't counted it", 'after you wrote it']
        : ["We haven't closed it", 'after our last message to you']
      return `${done}: ${outcome.headline}. That was ${when}. If you've spoken with ${shortName(name)} since and all's well, reply 3 again, or 1 if you can check. In danger? Call 000.`
    }
    case 'overtaken':
      return `Thank you. Your message came late, so we're going by what you told us about ${name} after it.`
    case 'not_listed':
      return `Thank you. You're no longer one of ${name}'s contacts, so we haven't noted this. If you know something, please tell the family. In danger? Call 000.`
    case 'over':
      return `Thank you. We've already closed this for ${name}.${outcome.how ? ` ${outcome.how}` : ''}`
    case 'not_understood':
      return `Sorry, we didn't understand that. ${choicesText(name)}`
  }
}

/** Whether somebody wants to be called and written to again, by the networks' own words; a plain "yes" is for texts that were stopped. */
export function textWish(text: string): 'start' | 'yes' | null {
  const said = bareWords(text)
  if (said === 'start' || said === 'unstop') return 'start'
  return said === 'yes' ? 'yes' : null
}
