import { declinedNumbers } from '#server/features/refusals/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { OpenIncident } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'

/**
 * Of these phones, those that have declined the calls of the account and are not rung about an incident of it either. Somebody
 * who has agreed to be a contact is.
 */
export async function declinedPhones(
  { sealing }: Pick<IncidentDeps, 'sealing'>,
  db: Db,
  { accountId, lovedOneId }: Pick<OpenIncident, 'accountId' | 'lovedOneId'>,
  phoneNumbers: readonly (string | null)[],
): Promise<ReadonlySet<string>> {
  const wanted = phoneNumbers.flatMap((phoneNumber) => (phoneNumber === null ? [] : [{ accountId, phoneNumber }]))
  const declined = (await declinedNumbers({ sealing }, db, wanted)).map(({ phoneNumber }) => phoneNumber)
  if (declined.length === 0) return new Set()
  const agreed = await db
    .selectFrom('contacts')
    .select('phoneNumber')
    .where('lovedOneId', '=', lovedOneId)
    .where('state', '=', 'agreed')
    .where('phoneNumber', 'in', declined)
    .execute()
  return new Set(declined.filter((phone) => !agreed.some(({ phoneNumber }) => phoneNumber === phone)))
}
