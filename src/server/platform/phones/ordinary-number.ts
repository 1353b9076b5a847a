import { type CountryCode, type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { cleanPhone } from '#core/phone/clean-phone.ts'
import { AppError } from '../http/app-error.ts'

/** Phones of people. Everything else costs by the minute, belongs to an organisation, or is no phone. */
const ORDINARY: readonly (string | undefined)[] = ['FIXED_LINE', 'MOBILE', 'FIXED_LINE_OR_MOBILE']

const INVALID = 'Please enter a valid phone number'
const EMERGENCY = "That's an emergency number. Please enter a person's phone number."
const ORGANISATION =
  "13, 1300 and 1800 numbers belong to organisations and help lines. Please enter a person's phone number."
const PREMIUM = "Calls to that number cost extra. Please enter a person's phone number."
const SATELLITE = "We can't ring satellite phones. Please enter a mobile or landline number."

/** Numbers that no plan calls valid, but that must be named: 000 and its like in the countries that people come from. */
const EMERGENCY_NUMBERS = /^(?:\+?(?:61|64))?(?:000|106|110|111|112|113|119|911|912|999)$/
/** Australian 13, 1300 and 1800 numbers, those of help lines among them, and New Zealand's 0800 and 0508. */
const ORGANISATIONS = /^(?:(?:\+?61)?1(?:3\d{4}|300\d{6}|800\d{6}|80\d{4})|(?:\+?64|0)(?:800|508)\d{5,7})$/
/** Premium numbers of Australia (190x) and New Zealand (0900), and the international premium rate +979. */
const PREMIUM_NUMBERS = /^(?:(?:\+?61)?190\d|(?:\+?64|0)900|\+979)/
/** Satellite phones: 0147 of the Australian numbering plan, and the networks of no country. */
const SATELLITES = /^(?:(?:\+?61|0)14[57]|\+(?:870|878|88[123]))/

/**
 * A number as it is stored (E.164), by the one rule for every number that Cooee may ring or write to: valid, the mobile or fixed
 * line of a person, in one of `countries`. Without a + it is read as Australian. Refuses everything else at `field`, with a sentence that says
 * why: a number that was altered or guessed is noticed when somebody is to be reached in an emergency.
 */
export function ordinaryNumber(
  typed: string,
  { countries, field = 'phoneNumber' }: { countries: readonly string[]; field?: string },
): string {
  const bare = cleanPhone(typed)
  const number = parsePhoneNumberFromString(bare, 'AU')
  const fault = faultOf(bare, number, countries)
  if (fault !== null || !number) throw new AppError('invalid', fault ?? INVALID, { field })
  return number.number
}

function faultOf(bare: string, number: PhoneNumber | undefined, countries: readonly string[]): string | null {
  if (EMERGENCY_NUMBERS.test(bare)) return EMERGENCY
  if (SATELLITES.test(bare)) return SATELLITE
  if (ORGANISATIONS.test(bare)) return ORGANISATION
  if (PREMIUM_NUMBERS.test(bare)) return PREMIUM
  if (!number?.isValid()) return INVALID
  if (number.country === undefined || !countries.includes(number.country)) return onlyIn(countries)
  const type = number.getType()
  if (type === 'PREMIUM_RATE') return PREMIUM
  if (type === 'SHARED_COST' || type === 'TOLL_FREE' || type === 'UAN') return ORGANISATION
  return ORDINARY.includes(type) ? null : INVALID
}

/** "Cooee rings phones in Australia and New Zealand only." */
function onlyIn(countries: readonly string[]): string {
  const names = new Intl.DisplayNames('en-AU', { type: 'region' })
  const list = new Intl.ListFormat('en-AU').format(
    countries.map((country) => names.of(country as CountryCode) ?? country),
  )
  return `We can only ring phones in ${list}. Please enter a number from there.`
}
