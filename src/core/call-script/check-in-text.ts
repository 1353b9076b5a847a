import type { AsksBy } from '../calls/call-vocabulary.ts'
import type { Language } from '../languages/language.ts'
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

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/** `openQuestion` is when a reminder that is still open was due, "9:00 AM": nothing about medicine is written. */
export function checkInReplyText(reply: CheckInReply): string {
  switch (reply.kind) {
    case 'noted': {
      const noted = `Thank you. We've noted that ${subjectOf(reply.names)} all right.`
      if (reply.openQuestion) {
        return `${noted} About your ${reply.openQuestion} reminder: reply DONE if it's done, NOT YET if it isn't, HELP if there's a problem.`
      }
      const more = reply.asksForName
        ? ' If you share this phone, please reply with your name too.'
        : further(reply.others)
      return `${noted}${more} Reply HELP if you'd like help.`
    }
    case 'who':
      return reply.choices.length > 0
        ? `Thank you. Please tell us who's all right:${pick(reply.choices)} Reply HELP if you'd like help.`
        : "Thank you. Please reply with the name of the person who's all right, like JO IS OK. Reply HELP if you'd like help."
    case 'help':
      return "Thank you for telling us. We're letting your family know right now. In an emergency, call 000."
    case 'taken':
      return `Thank you${reply.name ? `, ${reply.name}` : ''}. We've noted that it's done.`
    case 'not_yet':
      return reply.isCalledAgain
        ? `Thank you. We'll ${reply.asksBy === 'text' ? 'text' : 'ring'} you again. You can also reply DONE when it's done.`
        : "Thank you for telling us. Please reply DONE when it's done."
    case 'words':
      return reply.text
    case 'unclear':
      return "Sorry, we didn't understand that, so we're letting your family know. Reply OK if all's well, or HELP if you'd like help. In an emergency, call 000."
    case 'not_understood':
      return "Sorry, we didn't understand that. Reply OK if all's well, or HELP if you'd like help. In an emergency, call 000."
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

function subjectOf(names: readonly string[]): string {
  return names.length === 0 ? "you're" : `${list.format(names)} ${names.length > 1 ? 'are' : 'is'}`
}

const either = new Intl.ListFormat('en-AU', { type: 'disjunction' })

/** By name: on the phone 2 asks for help. */
function pick(names: readonly string[]): string {
  return ` reply ${either.format(names.map((name) => `${name.toUpperCase()} IS OK`))}.`
}

function further(others: readonly string[]): string {
  return others.length === 0 ? '' : ` For anyone else on this phone,${pick(others)}`
}
