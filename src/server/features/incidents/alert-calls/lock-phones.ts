import { waitForLock } from '#server/platform/database/advisory-lock.ts'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * Until the transaction ends no other transaction decides to ring one of these phones for an alert: a phone is rung for
 * one alert at a time, whatever its incident and account. Taken after the lock of the incident, always in one order, so
 * that no deadlock arises.
 */
export async function lockPhones(trx: Trx, people: readonly { phoneNumber: string | null }[]): Promise<void> {
  const numbers = [...new Set(people.flatMap(({ phoneNumber }) => phoneNumber ?? []))].sort()
  for (const number of numbers) await waitForLock(trx, 'alert to', number)
}
