import { nameFault } from './name-fault.ts'
import { sentName } from './sent-name.ts'

export { sentNameOr } from './sent-name.ts'

/** The same of first and last name; null where neither was given. */
export function sentFullName({ firstName, lastName }: { firstName: string | null; lastName: string | null }) {
  return sentName([firstName, lastName].filter(Boolean).join(' ')) || null
}

/** How a mail begins: by the first name, else by the username, which is left out where it is no person's name: it may be an advertisement. */
export function sentGreeting({ firstName, username }: { firstName: string | null; username: string }): string {
  const name = (firstName && sentName(firstName)) || (nameFault(username) === null ? sentName(username) : '')
  return name === '' ? 'Hello,' : `Hello ${name},`
}

/** An emoji with all that makes it one sign: skin, sex, flag, key. */
const PICTURE =
  / ?(?:(?:[\p{Extended_Pictographic}\p{Regional_Indicator}][\u{1f3fb}-\u{1f3ff}\ufe0f\u20e3]*\u200d?)+|[\u{1f3fb}-\u{1f3ff}\ufe0f\u20e3])/gu
/** Controls but line breaks, and what turns the direction of the text that follows. */
const HIDDEN = /(?![\n\r\t])[\p{Cc}\p{Co}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** A text as it leaves by mail, text message or voice: without emoji and hidden signs. Names have the narrower rule `sentName`. */
export function sentWords(text: string): string {
  return text.replace(HIDDEN, '').replace(PICTURE, '')
}
