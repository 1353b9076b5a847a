import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A number from anywhere as it is stored (E.164), read as Australian where it names no country; null where no phone
 * could have it. Loved ones live in Australia and have a stricter rule of their own in `core/phone`.
 */
export function toInternationalNumber(input: string): string | null {
  const number = parsePhoneNumberFromString(input, 'AU')
  return number?.isPossible() ? number.number : null
}
