import { plain } from '../call-script/check-in-text.ts'

/** What somebody who was alerted means by a text message of theirs. */
export type AlertReply = { kind: 'calling' } | { kind: 'going'; minutes: number } | { kind: 'ok' } | { kind: 'cannot' }

const LONGEST_WAY_MINUTES = 240

/** "No worries, I'll go" and "no answer, going over" are no refusals. */
const NO_REFUSAL = /\bno (worries|problems?|answer|reply|response|luck|one|joy)\b|\bwhy not\b/g
const CANNOT = /\b(no+|nope|nah|can'?t|cannt|cannot|can not|can t|unable|won'?t|not able|not me)\b/
const TAKEN_BACK =
  /\b(not|never|isn'?t|aren'?t|ain'?t|don'?t|doesn'?t|wasn'?t)\b[^.!?,;]{0,24}\b(well|good|ok|okay|fine|all ?right|alright|safe)\b/
const IS_WELL = /\ball('?s| is|'?re| are)? (ok|okay|well|good|fine|clear|right|safe)\b|\ball ?clear\b|\bfalse alarm\b/
/** "She's ok", "Mum is fine". Not "that's ok", "it's fine" or "I'm good", which are about something else. */
const SOMEBODY_IS_WELL =
  /\b(?!(?:that|this|it|which|what|i|here|there|im|its|thats)\b)(\p{L}+)('?s| is|'?re| are) (now )?(home |just )?(and )?(ok|okay|fine|safe|well|good|great|alright|all ?right|all good)\b/u
const GOING =
  /\b(on (my|the) (way|wya)|omw|going|goin|heading|driving|coming|(i'?ll|i will|will) (go|drive|head|pop)|be (there|with (her|him|them))|popping|get there|leaving now|walking over)\b/
const TAKES =
  /\b(cal+ing|callin|ringing|phoning|(i'?ll|i will|will) (call|ring|phone|do|check|look|try|take)|ill (do|call|ring|go|check)|will do|on it|i can|i'?ve got this|taking it|leave it (with|to) me|ye+s+|ye+p+|yeah|yup|sure|of course)\b/

/**
 * What a text message in answer to an alert means, or null when it cannot be told: what says two things, asks a question
 * or merely acknowledges ("OK", a thumb) settles nothing, since somebody might be taken to look after it who does not.
 * 1 or "I'll go" takes it on, 2 or "can't" declines, 3 or "she's OK" says that all is well.
 */
export function understoodReply(text: string): AlertReply | null {
  const said = plain(text)
  const [, digit, rest = ''] =
    /^\W*([123])(?![\d:.]*\d)(?!\s*(?:m|min|mins|minutes?|h|hr|hrs|hours?)\b)(.*)$/s.exec(said) ?? []
  if (digit === undefined) return meaningOf(said)
  const byDigit = DIGITS[digit] ?? null
  const byWords = meaningOf(rest)
  if (byWords === null) return hasWords(rest) && TAKEN_BACK.test(rest) ? null : byDigit
  return isSame(byDigit, byWords) ? byWords : null
}

const DIGITS: Record<string, AlertReply> = { 1: { kind: 'calling' }, 2: { kind: 'cannot' }, 3: { kind: 'ok' } }

function meaningOf(words: string): AlertReply | null {
  if (words.includes('?') || TAKEN_BACK.test(words)) return null
  const said = words.replace(NO_REFUSAL, ' ')
  const minutes = minutesIn(said)
  const isGoing = GOING.test(said) || /^\W*\d{1,3} ?(m|mins?|minutes?|h|hrs?|hours?)\b/.test(said)
  const takes = isGoing || TAKES.test(said)
  const declines = CANNOT.test(said)
  const isWell = IS_WELL.test(said) || SOMEBODY_IS_WELL.test(said)
  if ([takes, declines, isWell].filter(Boolean).length !== 1) return null
  if (declines) return { kind: 'cannot' }
  if (isWell) return { kind: 'ok' }
  return isGoing && minutes !== null ? { kind: 'going', minutes } : { kind: 'calling' }
}

/** Both mean that somebody looks after it; the words say better how. */
function isSame(one: AlertReply | null, other: AlertReply): boolean {
  return one !== null && (one.kind === other.kind || (one.kind === 'calling' && other.kind === 'going'))
}

/** How long the way takes; null when no length of time is named. A time of day is none. */
function minutesIn(said: string): number | null {
  const text = said.replace(/\b(at )?(\d{1,2}[:.]\d{2}|\d{1,2} ?(am|pm))\b|\bat \d{1,2}\b/g, ' ')
  if (/\bhalf an? hour\b/.test(text)) return 30
  if (/\ban hour\b/.test(text)) return 60
  const [, number, unit = ''] = /\b(\d{1,3}) ?(m|mins?|minutes?|h|hrs?|hours?)?\b/.exec(text) ?? []
  if (number === undefined) return null
  const minutes = Number(number) * (unit.startsWith('h') ? 60 : 1)
  return Math.min(LONGEST_WAY_MINUTES, Math.max(1, minutes))
}

const hasWords = (text: string): boolean => /\p{L}/u.test(text)

/** What came of a reply, to be written back. `name` is who was called, "Margaret Hartley". */
export type ReplyOutcome =
  | { kind: 'taken'; minutes: number | null; phone: string; ownershipMinutes: number }
  | { kind: 'owned'; ownerName: string }
  | { kind: 'resolved' }
  | { kind: 'declined' }
  | { kind: 'over'; how: string }
  | { kind: 'not_understood' }

/** The answer to a reply: what was understood, and who looks after it. */
export function replyText(name: string, outcome: ReplyOutcome): string {
  switch (outcome.kind) {
    case 'taken': {
      const { minutes, phone, ownershipMinutes } = outcome
      const way =
        minutes === null ? '' : `, and will be there in about ${minutes === 1 ? '1 minute' : `${minutes} minutes`}`
      return `Thank you. You are looking after ${name}${way}: ${phone}. Reply 3 when all is well, or 2 if you can't after all. If nothing is heard of you within ${ownershipMinutes} minutes, others are told again. In danger? Call 000.`
    }
    case 'owned':
      return `Thank you. ${outcome.ownerName} is looking after ${name} already. If you learn that all is well, reply 3.`
    case 'resolved':
      return `Thank you. Everybody who was alerted is told that all is well with ${name}.`
    case 'declined':
      return `Thank you for telling us that you can't look after ${name}. Others are asked. If that changes, reply 1.`
    case 'over':
      return `Thank you. It is over for ${name}: ${outcome.how}`
    case 'not_understood':
      return `Sorry, I did not understand that. About ${name}: reply 1 if you will do it, 2 if you can't, 3 if all is well. In danger? Call 000.`
  }
}

const STOP = /^\W*(stop|stop ?all|unsubscribe|cancel|end|quit|revoke|opt ?out)\W*$/
const START = /^\W*(start|unstop)\W*$/

/**
 * Whether somebody wants no further texts, or wants them again, by the words that the networks keep to by themselves
 * (Twilio's default opt-out keywords). A plain "yes" is one of them for somebody who had stopped them.
 */
export function textWish(text: string): 'stop' | 'start' | 'yes' | null {
  const said = plain(text)
  if (STOP.test(said)) return 'stop'
  if (START.test(said)) return 'start'
  return /^\W*yes\W*$/.test(said) ? 'yes' : null
}
