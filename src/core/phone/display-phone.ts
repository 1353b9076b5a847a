/** A stored number as screens show it: "+61 412 345 678", "(AAA) BBB-CCCC" for ten digits, with +1 for eleven. Others are unchanged. */
export function displayPhone(value: string): string {
  if (!/^\+?[\d\s().-]+$/.test(value)) return value
  const digits = value.replace(/\D/g, '')
  const isInternational = value.startsWith('+')

  if (isInternational && /^614\d{8}$/.test(digits)) return digits.replace(/^61(\d{3})(\d{3})(\d{3})$/, '+61 $1 $2 $3')
  if (isInternational && /^61[2378]\d{8}$/.test(digits)) return digits.replace(/^61(\d)(\d{4})(\d{4})$/, '+61 $1 $2 $3')
  if (/^1\d{10}$/.test(digits)) return `+1 ${bracketed(digits.slice(1))}`
  // Ten digits behind a + belong to some other country, whose grouping this is not.
  if (!isInternational && digits.length === 10) return bracketed(digits)
  return value
}

/** For logs: only the last three digits, "***678". */
export function maskPhone(value: string): string {
  const digits = value.replace(/\D/g, '')
  return digits.length > 3 ? `***${digits.slice(-3)}` : '***'
}

function bracketed(tenDigits: string): string {
  return `(${tenDigits.slice(0, 3)}) ${tenDigits.slice(3, 6)}-${tenDigits.slice(6)}`
}
