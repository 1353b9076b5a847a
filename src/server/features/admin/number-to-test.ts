import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { toE164 } from '#core/phone/e164.ts'
import { AppError } from '#server/platform/app-error.ts'
import { storedNumber } from '#server/platform/international-number.ts'

/** Phones of people. Everything else costs by the minute, reaches an emergency service, or is no phone. */
const ORDINARY: readonly string[] = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE', 'VOIP', 'TOLL_FREE']
/** Satellite phones, at dollars a minute (ACMA Numbering Plan 2015); other countries have none of their own. */
const AUSTRALIAN_SATELLITE = /^\+6114/

/**
 * A number that the testing centre may ring or write to, in E.164: an ordinary phone anywhere, read as Australian where no
 * country is named. Refuses emergency numbers and numbers that cost more than a call, satellites and networks of no country
 * (+870, +881 to +883) among them.
 */
export function numberToTest(typed: string): string {
  const australian = toE164(typed)
  if (australian) return australian
  const number = parsePhoneNumberFromString(typed, 'AU')
  if (number?.isValid() && !isOrdinary(number)) {
    throw new AppError('invalid', 'Test calls and texts go to ordinary phones only', { field: 'phoneNumber' })
  }
  const stored = storedNumber(typed)
  const again = parsePhoneNumberFromString(stored)
  if (!again?.isValid() || !isOrdinary(again)) {
    throw new AppError('invalid', 'Please enter a valid phone number', { field: 'phoneNumber' })
  }
  return stored
}

function isOrdinary(number: PhoneNumber): boolean {
  if (number.country === undefined || AUSTRALIAN_SATELLITE.test(number.number)) return false
  return ORDINARY.includes(number.getType() ?? '')
}
