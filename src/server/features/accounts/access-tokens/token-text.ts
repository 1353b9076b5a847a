import { randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { ACCESS_TOKEN_PREFIX } from '#server/platform/http/requests/authentication.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** 238 random bits. */
const RANDOM_LENGTH = 40
/** 62⁶ is more than 2³². */
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^${ACCESS_TOKEN_PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new access token: prefix, random letters and digits, and a checksum of them. */
export function newAccessToken(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return ACCESS_TOKEN_PREFIX + random + checksumOf(random)
}

/** Whether a text can be an access token at all. One that was cut or mistyped is known without the database. */
export function isAccessToken(text: string): boolean {
  if (!FORM.test(text)) return false
  const body = text.slice(ACCESS_TOKEN_PREFIX.length)
  return checksumOf(body.slice(0, RANDOM_LENGTH)) === body.slice(RANDOM_LENGTH)
}

/** CRC-32 in base 62. It proves nothing; it finds mistakes. */
function checksumOf(random: string): string {
  let rest = crc32(random)
  let text = ''
  for (let place = 0; place < CHECKSUM_LENGTH; place += 1) {
    text = ALPHABET.charAt(rest % ALPHABET.length) + text
    rest = Math.floor(rest / ALPHABET.length)
  }
  return text
}
