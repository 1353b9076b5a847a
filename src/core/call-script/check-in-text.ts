import type { AsksBy } from '../calls/call-vocabulary.ts'
import { ENGLISH_WORDING } from '../languages/english/english.ts'
import type { Language } from '../languages/language.ts'
import { phrase, type Wording } from '../languages/wording.ts'
import { namesIn } from '../understanding/plain-words.ts'
import { understandingIn } from '../understanding/understanding-in.ts'

/** What somebody who is called meant by a text message of theirs. */
export type CheckInText = 'fine' | 'help' | 'taken' | 'not_yet'

/**
 * What a text message of somebody who is called means, or null when it is not clear; in capitals or not, with or
 * without punctuation, with the common slips of a thumb. Who writes "2" or "HELP" asks for help, as in a call. `names` are
 * those that say nothing: of the people at that number, and of who asked for the calls.
 */
export function understoodCheckInText(text: string, names: readonly string[], language: Language): CheckInText | null {
  // A recogniser writes "to" for two; a person who types it means something else.
  const isTyped = language === 'en-AU' ? /\d|one|two/i.test(text) : /\d/.test(text)
  const digit = isTyped ? understandingIn(language).spokenDigit(text, names) : null
  if (digit === '1') return 'fine'
  if (digit === '2') return 'help'
  const meaning = understandingIn(language).meaningOf(text, names)
  switch (meaning) {
    // Who writes to Cooee has thought of it; who picks up a phone says yes to anything.
    case 'yes':
      return 'fine'
    case 'fine':
    case 'help':
    case 'taken':
    case 'not_yet':
      return meaning
    case 'no':
    case 'who_is_it':
    case 'pardon':
    case 'greeting':
    case null:
      return null
  }
}

/** Whether somebody asks who is writing, greets or did not catch it, instead of an answer. */
export function wondersWhoAsks(text: string, names: readonly string[], language: Language): boolean {
  const meaning = understandingIn(language).meaningOf(text, names)
  return meaning === 'who_is_it' || meaning === 'pardon' || meaning === 'greeting'
}

/** Whom of several people with one number a text is about: their places in `names`, all for "both". A digit means well or help, and names nobody. */
export function namedInText(text: string, names: readonly string[], language: Language): number[] {
  if (understandingIn(language).namesEverybody(text)) return names.map((_, index) => index)
  return namesIn(text, names)
}

/** What is written back to somebody who is called. */
export type CheckInReply =
  /** `names` and `others` are empty where several accounts have that number: none of their names is for the others. */
  | {
      kind: 'noted'
      names: readonly string[]
      others: readonly string[]
      openQuestion: string | null
      /** Somebody else may share the number, and has not been named. */
      asksForName?: boolean
    }
  /** Several people share the number; `choices` is empty as above. */
  | { kind: 'who'; choices: readonly string[] }
  | { kind: 'help' }
  | { kind: 'taken'; name: string | null }
  | { kind: 'not_yet'; isCalledAgain: boolean; asksBy?: AsksBy }
  /** What a question by text is followed by: the words of its reminder, or the question again. */
  | { kind: 'words'; text: string }
  /** A reply to a question by text that nobody understood: the family is notified. */
  | { kind: 'unclear' }
  | { kind: 'not_understood' }

/** `openQuestion` is when a reminder that is still open was due, "9:00 AM": nothing about medicine is written. */
export function checkInReplyText(reply: CheckInReply, wording = ENGLISH_WORDING): string {
  switch (reply.kind) {
    case 'noted': {
      const noted = notedOf(reply.names, wording)
      if (reply.openQuestion) return `${noted} ${phrase(wording, 'texts.openReminder', { time: reply.openQuestion })}`
      const others = reply.asksForName
        ? [phrase(wording, 'texts.shareName')]
        : reply.others
            .map(() => phrase(wording, 'texts.forOthers', { choices: pick(reply.others, wording) }))
            .slice(0, 1)
      return [noted, ...others, phrase(wording, 'texts.replyHelp')].join(' ')
    }
    case 'who': {
      const who =
        reply.choices.length > 0
          ? phrase(wording, 'texts.tellWho', { choices: pick(reply.choices, wording) })
          : phrase(wording, 'texts.tellName')
      return `${who} ${phrase(wording, 'texts.replyHelp')}`
    }
    case 'help':
      return phrase(wording, 'texts.help')
    case 'taken':
      return reply.name ? phrase(wording, 'texts.doneName', { name: reply.name }) : phrase(wording, 'texts.done')
    case 'not_yet':
      if (!reply.isCalledAgain) return phrase(wording, 'texts.replyWhenDone')
      return phrase(wording, reply.asksBy === 'text' ? 'texts.textAgain' : 'texts.ringAgain')
    case 'words':
      return reply.text
    case 'unclear':
      return phrase(wording, 'texts.unclear')
    case 'not_understood':
      return phrase(wording, 'texts.notUnderstood')
  }
}

/** The one answer to a text that several accounts have taken: help first, then what was noted, then what is asked. No name but a common one. */
export function commonReply(replies: readonly CheckInReply[], commonName: string | null): CheckInReply {
  const [only, ...others] = replies
  if (only && others.length === 0) return only
  const found = REPLIES_IN_ORDER.map((kind) => replies.find((reply) => reply.kind === kind)).find(Boolean)
  if (!found) return { kind: 'not_understood' }
  switch (found.kind) {
    case 'noted':
      return {
        ...found,
        names: commonName ? [commonName] : [],
        others: [],
        asksForName: replies.some(({ kind }) => kind === 'who'),
      }
    case 'who':
      return { kind: 'who', choices: [] }
    case 'taken':
      return { kind: 'taken', name: commonName }
    default:
      return found
  }
}

const REPLIES_IN_ORDER: readonly CheckInReply['kind'][] = [
  'help',
  'not_yet',
  'taken',
  'words',
  'noted',
  'unclear',
  'who',
  'not_understood',
]

function notedOf(names: readonly string[], wording: Wording): string {
  if (names.length === 0) return phrase(wording, 'texts.notedYou')
  const key = names.length > 1 ? 'texts.notedSeveral' : 'texts.notedOne'
  return phrase(wording, key, { names: wording.forms.list(names) })
}

/** By name: on the phone 2 asks for help. */
function pick(names: readonly string[], wording: Wording): string {
  return wording.forms.either(names.map((name) => phrase(wording, 'texts.nameIsOk', { name: name.toUpperCase() })))
}
