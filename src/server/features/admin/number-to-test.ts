import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { toE164 } from '#core/phone/e164.ts'
import { AppError } from '#server/platform/app-error.ts'
import { storedNumber } from '#server/platform/international-number.ts'

/** Numbers of people. Everything else costs by the minute, reaches an emergency service, or is no phone. */
const OF_PEOPLE: readonly string[] = [
  'FIXED_LINE',
  'MOBILE',
  'FIXED_LINE_OR_MOBILE',
  'VOIP',
  'PERSONAL_NUMBER',
  'TOLL_FREE',
]

/**
 * A number that the testing centre may ring or write to, in E.164: an ordinary phone anywhere, read as Australian where no
 * country is named. Refuses emergency numbers and numbers that cost more than a call.
 */
export function numberToTest(typed: string): string {
  const australian = toE164(typed)
  if (australian) return australian
  const number = parsePhoneNumberFromString(typed, 'AU')
  const type = number?.isValid() ? number.getType() : undefined
  if (type !== undefined && !OF_PEOPLE.includes(type)) {
    throw new AppError('invalid', 'Test calls and texts go to ordinary phones only', { field: 'phoneNumber' })
  }
  const stored = storedNumber(typed)
  if (!isOrdinary(stored)) throw new AppError('invalid', 'Please enter a valid phone number', { field: 'phoneNumber' })
  return stored
}

function isOrdinary(stored: string): boolean {
  const number = parsePhoneNumberFromString(stored)
  return number?.isValid() === true && OF_PEOPLE.includes(number.getType() ?? '')
}
