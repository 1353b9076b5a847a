/** What may follow +61: a mobile's 4, or the area code of a landline. */
const MOBILE_OR_AREA = /^61[23478]/

/**
 * A phone number as the testing centre writes it while it is typed: digits behind a +. A leading 0 becomes +61, a leading
 * 4 becomes +61 4, and anything else gets a + in front. The first digit after +61 becomes a 4 unless it is the area code
 * of a landline. Only that digit: a whole number that was pasted stays the number it is, because a changed one would ring
 * a stranger. The 0 in "+61 (0)4…" is left out.
 */
export function formatPhoneNumber(typed: string): string {
  const digits = withCountry(typed.replace(/\D/g, '')).replace(/^610+/, '61')
  if (digits === '') return ''
  const isFirstAfterCountry = digits.length === 3 && digits.startsWith('61')
  return isFirstAfterCountry && !MOBILE_OR_AREA.test(digits) ? '+614' : `+${digits}`
}

function withCountry(digits: string): string {
  if (digits.startsWith('0')) return `61${digits.slice(1)}`
  return digits.startsWith('4') ? `61${digits}` : digits
}

/**
 * Where the caret belongs after the formatting: with as many digits behind it as before. What is changed stands in front
 * of them.
 */
export function caretAfterFormat({
  typed,
  caret,
  formatted,
}: {
  typed: string
  caret: number
  formatted: string
}): number {
  const digitsBehind = typed.slice(caret).replace(/\D/g, '').length
  return Math.max(0, formatted.length - digitsBehind)
}
