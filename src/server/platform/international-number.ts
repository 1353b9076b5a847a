import { parsePhoneNumberFromString } from 'libphonenumber-js'
import { AppError } from './app-error.ts'

/**
 * A number from anywhere as it is stored (E.164). One that names no country is read as Australian, and where it cannot be
 * that, as a North American one ("(202) 555-0123"). Refuses what is neither instead of guessing: a number that was altered
 * is noticed when somebody is to be reached in an emergency. Loved ones live in Australia and have a stricter rule of
 * their own in `core/phone`.
 */
export function storedNumber(typed: string): string {
  if (typed.trim().startsWith('+')) {
    const number = parsePhoneNumberFromString(typed)
    // No country's own numbers begin with the 0 that is dialled before them at home; emergency numbers do.
    if (number?.isPossible() && !number.nationalNumber.startsWith('0')) return number.number
  } else {
    for (const country of ['AU', 'US'] as const) {
      const number = parsePhoneNumberFromString(typed, country)
      if (number?.isValid()) return number.number
    }
  }
  throw new AppError('invalid', 'Please enter a valid phone number', {
    field: 'phoneNumber',
  })
}
