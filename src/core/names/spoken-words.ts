import { withoutUnseen } from './name-fault.ts'

/** What a rule finds wrong with a text, as a sentence for the person who typed it; null: nothing. */
type Fault = string | null

const LETTERS = "Please use letters, spaces and ' - . only"
const LETTERS_AND_DIGITS = "Please use letters, digits, spaces and ' - . only"
const NO_ADDRESS = 'Please leave out web and email addresses, and put a space after a full stop'
const NO_PHONE_NUMBER = 'Please leave out phone numbers'
const FAMILY_WORD = 'Please use one word of 3 to 30 letters'
const NO_LETTER = 'Please use at least one letter'

/** A full stop inside of a word, as in "example.com": initials such as "J.R." have single letters. */
const ADDRESS = /\p{L}\.[\p{L}\p{M}]{2,}/u
/** Six digits and more of any script, whatever stands between them: a dose has fewer, a phone number has not. */
const PHONE_NUMBER = /\p{Nd}(?:[ '.-]*\p{Nd}){5,}/u

/** Typographic apostrophes and dashes as the plain ones; spaces of every kind as one. */
export function plainPunctuation(text: string): string {
  return text
    .replace(/[‘’ʼ]/g, "'")
    .replace(/[‐‑–—]/g, '-')
    .replace(/\p{Zs}+/gu, ' ')
    .trim()
}

/** The rule of names that are spoken to somebody: letters, marks, spaces and ' - . and nothing that is an address. */
export function spokenNameFault(name: string): Fault {
  if (!/^[\p{L}\p{M} '.-]*$/u.test(name)) return LETTERS
  return addressFault(name)
}

/** The rule of a reminder that is spoken: that of names, and digits besides, but no phone number. */
export function spokenReminderFault(text: string): Fault {
  if (!/^[\p{L}\p{M}\p{Nd} '.-]*$/u.test(text)) return LETTERS_AND_DIGITS
  if (PHONE_NUMBER.test(withoutUnseen(text))) return NO_PHONE_NUMBER
  return addressFault(text)
}

/** The rule of the word that a family has agreed on: one word, spoken in every call. */
export function familyWordFault(word: string): Fault {
  return /^(?:\p{L}\p{M}*){3,30}$/u.test(word) ? null : FAMILY_WORD
}

function addressFault(text: string): Fault {
  if (ADDRESS.test(withoutUnseen(text))) return NO_ADDRESS
  return /\p{L}/u.test(text) ? null : NO_LETTER
}
