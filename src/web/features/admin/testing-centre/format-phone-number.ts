/** What may follow +61: a mobile's 4, or the area code of a landline. */
const MOBILE_OR_AREA = /^61[23478]/
/** With their country code, numbers have no more digits (E.164). */
const MAX_DIGITS = 15

/**
 * A phone number as the testing centre writes it while it is typed: digits behind a +, an Australian one in groups as
 * everywhere ("+61 412 345 678", "+61 2 9876 5432"). A leading 0 becomes +61, 00 and 0011 in front of a country code a +, a
 * leading 4 becomes +61 4, and anything else gets a + in front. The first digit after +61 becomes a 4 unless it is the
 * area code of a landline. Only that digit: a whole number that was pasted stays the number it is, because a changed one
 * would ring a stranger. The 0 in "+61 (0)4…" is left out.
 */
export function formatPhoneNumber(typed: string): string {
  const digits = internationalDigits(typed)
  if (digits === '') return ''
  const isFirstAfterCountry = digits.length === 3 && digits.startsWith('61')
  return isFirstAfterCountry && !MOBILE_OR_AREA.test(digits) ? '+61 4' : grouped(digits)
}

/** The number that a field shows, as it is sent: without what groups it. */
export function ungrouped(field: string): string {
  return field.replaceAll(' ', '')
}

function internationalDigits(typed: string): string {
  return (
    withCountry(typed.replace(/\D/g, ''))
      // A whole number pasted behind the +61 that is there already.
      .replace(/^61(?:0011|00)?61(?=[23478]\d{8}$)/, '61')
      .replace(/^610+/, '61')
      .slice(0, MAX_DIGITS)
  )
}

function withCountry(digits: string): string {
  if (/^00./.test(digits)) return digits.replace(/^00(?:11)?/, '')
  if (digits.startsWith('0')) return `61${digits.slice(1)}`
  return digits.startsWith('4') ? `61${digits}` : digits
}

function grouped(digits: string): string {
  const [, mobile, landline] = /^61(?:(4\d*)|([2378]\d*))$/.exec(digits) ?? []
  if (mobile) return inGroups('+61', mobile.slice(0, 3), mobile.slice(3, 6), mobile.slice(6))
  if (landline) return inGroups('+61', landline.slice(0, 1), landline.slice(1, 5), landline.slice(5))
  return `+${digits}`
}

function inGroups(...groups: string[]): string {
  return groups.filter((group) => group !== '').join(' ')
}

/** Where the caret belongs after the formatting: with as many digits behind it as before, and in front of a space, for the next Backspace. */
export function caretAfterFormat({
  typed,
  caret,
  formatted,
}: {
  typed: string
  caret: number
  formatted: string
}): number {
  let digitsBehind = digitsIn(typed.slice(caret))
  let at = formatted.length
  while (digitsBehind > 0 && at > 1) {
    at -= 1
    if (formatted[at] !== ' ') digitsBehind -= 1
  }
  return formatted[at - 1] === ' ' ? at - 1 : at
}

function digitsIn(text: string): number {
  return text.replace(/\D/g, '').length
}
