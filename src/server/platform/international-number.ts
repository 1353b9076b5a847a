import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { AppError } from './app-error.ts'

/**
 * A number from anywhere as it is stored (E.164), read as Australian where it names no country. Refuses what no phone can
 * have: whoever is to be reached is better asked now than missed in an emergency. Loved ones live in Australia and have a
 * stricter rule of their own in `core/phone`.
 */
export function storedNumber(typed: string): string {
  const number = parsePhoneNumberFromString(typed, 'AU')
  // No country's own numbers begin with the 0 that is dialled before them at home; emergency numbers do.
  if (number?.isPossible() && !number.nationalNumber.startsWith('0')) return number.number
  throw new AppError('invalid', 'Please enter a valid phone number', { field: 'phoneNumber' })
}
