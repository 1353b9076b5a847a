import { cleanPhone } from './clean-phone.ts'
import { AUSTRALIAN_PHONE } from './patterns.ts'

/** An Australian number as it is stored (E.164) from how a person writes it: with +61, 61, 0 or nothing in front; null when it is not a number. */
export function toE164(input: string): string | null {
  const bare = cleanPhone(input)
  return AUSTRALIAN_PHONE.test(bare) ? `+61${bare.slice(-9)}` : null
}
