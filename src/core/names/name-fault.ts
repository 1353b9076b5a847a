const NO_ADDRESS = 'Please leave out web and email addresses, and put a space after a full stop'
const NO_NUMBERS = 'Please leave out numbers with three or more digits'
export const NO_HIDDEN_SIGNS = 'Please leave out invisible characters'

/** Signs that stand on or between letters and take no room: some are lost when a text is sent, and what is left is an address. */
const UNSEEN = /[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** A full stop inside of a word, as in "example.com" (initials such as "J.R." have single letters), and what else makes a link. */
const ADDRESS = /\p{L}\s?[.。․]\s?[\p{L}\p{M}]{2,}\/|[\p{L}\p{Nd}][.。․][\p{L}\p{M}]{2,}|[@＠]|:\/\/|\bwww\b/iu
/** Digits of any script, whatever short thing stands between them. */
const NUMBER = /\p{N}(?:[^\p{L}\p{N}]{0,3}\p{N}){2,}/u
/** Controls, and what turns the direction of the text that follows. A joiner inside of an emoji is neither. */
const HIDDEN = /[\p{Cc}\p{Co}\p{Zl}\p{Zp}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u

/** What is wrong with a person's name, as a sentence; null: nothing. One with an address or number is a stranger's message in Cooee's voice. */
export function nameFault(name: string): string | null {
  if (HIDDEN.test(name)) return NO_HIDDEN_SIGNS
  if (ADDRESS.test(name) || ADDRESS.test(withoutUnseen(name))) return NO_ADDRESS
  return NUMBER.test(name) ? NO_NUMBERS : null
}

/** Whether a text holds characters that turn its direction or are invisible: on a screen it resembles another text. */
export const hasHiddenSigns = (text: string): boolean => HIDDEN.test(text)

/** A text as it reads once signs without width are gone and letters of other widths are the plain ones (Unicode's NFKC). */
export const withoutUnseen = (text: string): string => text.normalize('NFKC').replace(UNSEEN, '')
