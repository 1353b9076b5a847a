import { namesIn, plain } from './plain-words.ts'

/** What somebody who is called meant by a text message of theirs. */
export type CheckInText = 'fine' | 'help' | 'taken' | 'not_yet'

/** "No help needed" and "fell asleep" hold words that alarm, and reassure or say nothing. */
const HARMLESS =
  /\bno( more)? help (is )?(needed|required)|\b(don'?t|do not) (really )?(need|want)( any| your)? help\b|\bthanks? (you )?for (your|the|all your) help\b|\bfell asleep\b|\b(don'?t|do not) (you )?worry\b/g
const NO_TROUBLE = /\b(no (problems?|worries|pain)|not (too |so )?bad|never (been )?better|can'?t complain)\b/g
const HELP =
  /\b(he+lp|hlep|hepl|sos|000|hurts?|hurting|fell|fallen|falling|(a|my) fall|tumble|pain|sick|unwell|ambulance|emergency|problems?|dizzy|bleeding|(i'?m|am|feel|feeling|very|quite|so) ill|no good|(can'?t|cannot|can not) (get up|move|breathe|stand|walk)|please come|come (quick|quickly|please))\b/
/** "I'm not feeling very well": a reassuring word that is taken back. */
const TAKEN_BACK =
  /\b(not|never|isn'?t|aren'?t|ain'?t|don'?t|doesn'?t|wasn'?t)\b[^.!?,;]{0,24}\b(well|good|ok|okay|fine|all ?right|great)\b/
const NOT_YET =
  /\b(not yet|notyet|forgot(ten)?|not (taken|done)|(haven'?t|didn'?t|did not|have not) (taken?|done|had)|(take|do) (it|them) later)\b|^\W*later\W*$/
const TAKEN = /\b(taken|took|taking it now|done|had (it|them|my))\b/
const GREETINGS = /\bgood (morning|afternoon|evening|night|day)\b/g
const FINE =
  /\b(o+k+|o\.k\.?|0k|oky|oka+y+|okey|oaky|okie|k|kk|y|ye+s+|ye+p+|yeah|yup|fine|fien|good|gud|great|(i'?m|am|all|very|quite|is|feeling|doing|keeping) well|alright|allright|all ?right|awake|alive|safe)\b|^\W*(1|well)\W*$/
const THUMBS_UP = /👍|👌|✅|☑|✔|🆗|🙂|😊|😀|😃|😄|❤/u
const CRIES = /🆘|🚑|🚨/u

/**
 * What a text message of somebody who is called means, or null when it cannot be told; in capitals or not, with or
 * without punctuation, with the common slips of a thumb. A request for help beats every reassurance beside it. A question
 * ("OK?") answers nothing. Who writes "2" or "HELP" asks for help, as in a call.
 */
export function understoodCheckInText(text: string): CheckInText | null {
  const said = plain(text).replace(HARMLESS, ' ').replace(NO_TROUBLE, ' fine ')
  if (CRIES.test(text) || HELP.test(said) || TAKEN_BACK.test(said) || /^\W*2\W*$/.test(said)) return 'help'
  if (said.includes('?')) return null
  if (NOT_YET.test(said)) return 'not_yet'
  if (TAKEN.test(said)) return 'taken'
  if (THUMBS_UP.test(text)) return 'fine'
  return FINE.test(said.replace(GREETINGS, ' ')) ? 'fine' : null
}

/** Whom of several people with one number a text is about: their places in `names`; all of them for "both". */
export function namedInText(text: string, names: readonly string[]): number[] {
  const said = plain(text)
  if (/\b(both|all of us|everybody|everyone|we|we'?re|us)\b/.test(said)) return names.map((_, index) => index)
  const [, place] = /^\W*([1-9])\W*$/.exec(said) ?? []
  if (place) return Number(place) <= names.length ? [Number(place) - 1] : []
  return namesIn(text, names)
}

/** One of several people with one number, and the digit that stands for them. */
export interface Choice {
  name: string
  digit: number
}

/** What is written back to somebody who is called. */
export type CheckInReply =
  | { kind: 'noted'; names: readonly string[]; others: readonly Choice[]; openQuestion: string | null }
  /** Several people share the number. */
  | { kind: 'who'; choices: readonly Choice[] }
  | { kind: 'help' }
  | { kind: 'taken'; name: string }
  | { kind: 'not_yet'; isCalledAgain: boolean }
  | { kind: 'not_understood' }

const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })

/** `openQuestion` is when a reminder that is still open was due, "9:00 AM": nothing about medicine is written. */
export function checkInReplyText(reply: CheckInReply): string {
  switch (reply.kind) {
    case 'noted': {
      const noted = `Thank you. I have noted that ${list.format(reply.names)} ${reply.names.length > 1 ? 'are' : 'is'} all right.`
      if (reply.openQuestion) {
        return `${noted} About your ${reply.openQuestion} reminder: reply DONE if it is done, NOT YET if not, HELP if there is a problem.`
      }
      return `${noted}${pick(reply.others)} Reply HELP if you would like help.`
    }
    case 'who':
      return `Thank you.${pick(reply.choices)} Reply HELP if you would like help.`
    case 'help':
      return 'Thank you for telling me. I am letting your family know right now. In an emergency, call 000.'
    case 'taken':
      return `Thank you, ${reply.name}. I have noted that it is done.`
    case 'not_yet':
      return reply.isCalledAgain
        ? 'Thank you. I will call you again. You can also reply DONE when it is done.'
        : 'Thank you for telling me. Please reply DONE when it is done.'
    case 'not_understood':
      return 'Sorry, I did not understand that. Reply OK if all is well, or HELP if you would like help. In an emergency, call 000.'
  }
}

function pick(choices: readonly Choice[]): string {
  if (choices.length === 0) return ''
  const each = choices.map(({ name, digit }) => `for ${name}, reply ${digit}`)
  return ` To check in ${each.join('; ')}.`
}
