import { randomBytes } from 'node:crypto'

/** A fresh resource id as Twilio writes them: two letters naming the resource, then 32 hexadecimal digits. */
export function newSid(prefix: 'VX' | 'CA' | 'SM' | 'RE' | 'TR' | 'PN'): string {
  return prefix + randomBytes(16).toString('hex')
}
