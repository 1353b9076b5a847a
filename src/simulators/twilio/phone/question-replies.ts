import type { Behaviour } from './behaviour.ts'

/** What the owner of a phone does with a question that comes by text. */
export const QUESTION_REPLIES = ['ok', 'help', 'nothing', 'gibberish', 'stop', 'late'] as const
export type QuestionReply = (typeof QUESTION_REPLIES)[number]

const BY_LAST_TWO_DIGITS: Readonly<Record<string, QuestionReply>> = {
  '61': 'ok',
  '62': 'help',
  '63': 'nothing',
  '64': 'gibberish',
  '65': 'stop',
  '66': 'late',
}

/** What a number's last two digits stand for; any other phone writes what its owner does when it rings. */
export function questionReplyOf(number: string, calls: Behaviour): QuestionReply {
  return BY_LAST_TWO_DIGITS[number.slice(-2)] ?? asOnThePhone(calls)
}

function asOnThePhone(calls: Behaviour): QuestionReply {
  switch (calls.kind) {
    case 'presses':
    case 'answers-second-time':
    case 'unavailable-twice':
      return calls.keys === '2' ? 'help' : calls.keys === '1' ? 'ok' : 'nothing'
    case 'says-two':
      return 'help'
    case 'not-understood':
      return 'gibberish'
    case 'says-hello':
    case 'screens-calls':
    case 'slow-person':
    case 'presses-hash':
    case 'second-thought':
      return 'ok'
    default:
      return 'nothing'
  }
}

/** A question, and no reply to what was written before or an alert: it greets, and says what to reply. */
const QUESTION = /^Hello\b.*\bReply (OK|DONE)\b/s

/** What is written to a text, and after how long; null for nothing. */
export function replyTo(text: string, reply: QuestionReply): { words: string; afterMilliseconds: number } | null {
  const well = QUESTION.exec(text)?.[1]
  if (well === undefined) return null
  switch (reply) {
    case 'ok':
      return { words: well, afterMilliseconds: SOON_MILLISECONDS }
    case 'late':
      return { words: well, afterMilliseconds: LATE_MILLISECONDS }
    case 'help':
      return { words: 'HELP', afterMilliseconds: SOON_MILLISECONDS }
    case 'gibberish':
      return { words: 'The marmalade is on the verandah with the blue one', afterMilliseconds: SOON_MILLISECONDS }
    case 'stop':
      return { words: 'STOP', afterMilliseconds: SOON_MILLISECONDS }
    case 'nothing':
      return null
  }
}

const SOON_MILLISECONDS = 2_000
const LATE_MILLISECONDS = 20 * 60_000
