import type { Cue } from './phone-script.ts'

const KEY_NAMES: Readonly<Record<string, string>> = {
  '0': 'zero',
  '1': 'one',
  '2': 'two',
  '3': 'three',
  '4': 'four',
  '5': 'five',
  '6': 'six',
  '7': 'seven',
  '8': 'eight',
  '9': 'nine',
  '*': 'star',
  '#': 'hash',
}
const ANY_OFFER = offerOf(Object.entries(KEY_NAMES).flatMap(([key, name]) => [escaped(key), name]))

/** Nobody hangs up on it. */
const ASKS_FOR_PATIENCE = /^(?:one moment\b|un momento|μια στιγμή|请稍等|請等一等|xin chờ|لحظة)/i

/** Whether a prompt asks for a key. */
export function offersKey(text: string): boolean {
  return ANY_OFFER.test(text)
}

/** How much of a prompt has been said when the cue comes, 0 to 1; null where it does not. An unnamed key comes at "press 1" or "any key". */
export function cueInPrompt(cue: Cue, text: string): number | null {
  switch (cue.kind) {
    case 'offer':
      return cue.key === undefined ? shareSaid(text, ANY_OFFER) : offerOfKey(cue.key, text)
    case 'words':
      return shareSaid(text, new RegExp(cue.pattern, 'i'))
    case 'goodbye':
      return /\bgood ?bye\b/i.test(text) || !(offersKey(text) || ASKS_FOR_PATIENCE.test(text)) ? 0 : null
    case 'asked':
    case 'caller-spoke':
    case 'quiet':
      return null
  }
}

function offerOfKey(key: string, text: string): number | null {
  const own = shareSaid(text, offerOf([escaped(key), KEY_NAMES[key] ?? escaped(key)]))
  return own ?? shareSaid(text, offerOf(['1', 'one']))
}

function offerOf(names: string[]): RegExp {
  const named = `\\bpress (?:the )?(?:number |key )?(?:${names.join('|')})(?![\\w])`
  return new RegExp(`${named}|\\bpress a key\\b|\\bany (?:key|number)\\b|${elsewhere(names)}`, 'iu')
}

/** How a key is offered in other languages: the same digits, behind their word for "press". */
function elsewhere(names: string[]): string {
  const keys = names.filter((name) => !/^[a-z]/.test(name)).join('|')
  const press = 'prem[ai]|πατήστε|请?按|請?按|bấm (?:số|phím)|اضغطوا (?:الرقم)?'
  const any =
    'un tasto|οποιοδήποτε πλήκτρο|ένα πλήκτρο|任意键|一个键|任何一個掣|一個掣|phím bất kỳ|một phím|أي رقم|رقمًا'
  return `(?:${press}) ?(?:${keys})(?!\\p{N})|${any}`
}

function shareSaid(text: string, pattern: RegExp): number | null {
  const match = pattern.exec(text)
  return match ? (match.index + match[0].length) / text.length : null
}

function escaped(key: string): string {
  return key.replace(/[*]/g, '\\$&')
}
