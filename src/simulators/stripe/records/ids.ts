import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

export type IdPrefix =
  | 'prod'
  | 'price'
  | 'cus'
  | 'pm'
  | 'cs_test'
  | 'sub'
  | 'si'
  | 'in'
  | 'il'
  | 'evt'
  | 'req'
  | 'bps'
  | 'test'

/** A fresh resource id as Stripe writes them: what it is, then letters and digits. */
export function newId(prefix: IdPrefix, length = prefix === 'cs_test' || prefix === 'test' ? 58 : 24): string {
  return `${prefix}_${randomText(length, ALPHABET)}`
}

/** The letters that begin all invoice numbers of one customer. */
export function newInvoicePrefix(): string {
  return randomText(8, ALPHABET.slice(0, 36))
}

function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')
}
