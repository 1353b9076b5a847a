import { parsePhoneNumberFromString } from 'libphonenumber-js'

/**
 * A number from anywhere as it is stored (E.164), read as Australian where it names no country; null where no phone
 * could have it. Loved ones live in Australia and have a stricter rule of their own in `core/phone`.
 */
export function toInternationalNumber(input: string): string | null {
  const number = parsePhoneNumberFromString(input, 'AU')
  // No country's own numbers begin with the 0 that is dialled before them at home; emergency numbers do.
  return number?.isPossible() && !number.nationalNumber.startsWith('0') ? number.number : null
}
