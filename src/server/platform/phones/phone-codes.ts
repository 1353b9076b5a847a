import { randomInt, timingSafeEqual } from 'node:crypto'
import type { Sealing } from '../sealing/sealing.ts'

/** After so many wrong tries a code is good for nothing. */
export const TRIES_OF_CODE = 5
const CODES = 1_000_000

/** Six digits with which a phone proves itself, at random. */
export function newPhoneCode(): string {
  return String(randomInt(CODES)).padStart(6, '0')
}

/** What is kept of a code: a keyed hash of it and of what it proves, so that it proves nothing else. */
export function hashOfCode(sealing: Pick<Sealing, 'lookupHashes'>, proves: string, code: string): string {
  return sealing.lookupHashes(`${proves} ${code}`)[0]
}

/** Whether two hashes are the same, in a time that does not say where they differ. */
export function isSameHash(stored: string, given: string): boolean {
  const [one, other] = [Buffer.from(stored), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
