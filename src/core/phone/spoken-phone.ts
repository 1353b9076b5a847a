/** A number as it is said, digit by digit with pauses: "0, 4, 9, 1. 5, 7, 0. 1, 5, 6". Australian ones as they are dialled at home. */
export function slowDigits(phone: string): string {
  const digits = phone.replace(/\D/g, '')
  const mobile = /^61(4\d{2})(\d{3})(\d{3})$/.exec(digits)
  if (mobile) return spell([`0${mobile[1]}`, mobile[2], mobile[3]])
  const fixed = /^61([2378])(\d{4})(\d{4})$/.exec(digits)
  if (fixed) return spell([`0${fixed[1]}`, fixed[2], fixed[3]])
  return spell(digits.match(/\d{1,4}/g) ?? [])
}

function spell(groups: readonly (string | undefined)[]): string {
  return groups.map((group = '') => [...group].join(', ')).join('. ')
}
