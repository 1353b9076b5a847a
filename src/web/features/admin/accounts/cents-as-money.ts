/** 1234 as "$12.34". */
export function centsAsMoney(cents: number): string {
  return (cents / 100).toLocaleString('en-AU', { style: 'currency', currency: 'AUD' })
}
