import { createHash, randomInt } from 'node:crypto'

const COUNT = 10
/** Without characters that are mistaken for others when written by hand. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
/** 118 random bits: from 112 on a plain hash is enough (OWASP ASVS 5.0, 6.5.2). */
const LENGTH = 24
const GROUP = 4

/** Ten new codes, in groups of four: `abcd-efgh-…`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => {
    const letters = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
    return (letters.match(new RegExp(`.{${GROUP}}`, 'g')) ?? []).join('-')
  })
}

/** What is stored of a code, however it was typed: capitals, blanks and hyphens do not count. */
export function hashRecoveryCode(code: string): Buffer {
  const letters = code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  return createHash('sha256').update(letters).digest()
}
