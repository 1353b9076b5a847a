import { utteranceOf } from '../utterance.ts'

const DIGITS: Record<string, string> = {
  0: 'zero 0 nought naught',
  1: 'one 1 won wun',
  2: 'two 2 to too tue tu',
  3: 'three 3 tree free',
  4: 'four 4 for fore',
  5: 'five 5',
  6: 'six 6',
  7: 'seven 7',
  8: 'eight 8 ate',
  9: 'nine 9',
  '#': 'hash pound',
  '*': 'star asterisk',
}
const DIGIT_OF = new Map(
  Object.entries(DIGITS).flatMap(([digit, words]) => words.split(' ').map((word) => [word, digit] as const)),
)
const BEFORE =
  /^(?:(?:yes|ok|hello|well|so|right|all right|it is|that is|i am|i|will|would like|want|have|just|choose|say|pick|going|pressing|to|press|pressed|push|pushed|dial|hit|button|number|key|option|choice|the|a|digit|answer|is|for me) )*?(?=[^ ]+ (?:key|button|sign|please|thanks|NAME|love|dear|mate|darling|then|again|ok| )*$)/
const AFTER = /(?: ?(?:key|button|sign|please|thanks|NAME|love|dear|mate|darling|then|again|ok))* ?$/

/** The key that somebody says: "two", "press two", "to" are "2", "hash" and "pound" "#". Null unless it is all they say, but for `names`. */
export function spokenDigit(text: string, names: readonly string[] = []): string | null {
  const symbol = /^\s*([#*])[\s.]*$/.exec(text)?.[1]
  if (symbol) return symbol
  // "I won" is no key.
  if (/[?]|\bi won\b/i.test(text)) return null
  const said = utteranceOf(text, names).flat.trim()
  const word = `${said} `.replace(BEFORE, '').replace(AFTER, '').trim()
  return DIGIT_OF.get(word) ?? null
}
