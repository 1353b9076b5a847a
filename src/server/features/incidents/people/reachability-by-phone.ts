import { isReachableAt } from '#core/contacts/reachable-now.ts'
import type { Reachability } from '#core/escalation/ladder/ladder.ts'
import { AVAILABILITY_COLUMNS, availabilityOf } from '#server/features/contacts/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { OpenIncident } from '../causes/incident-state.ts'

/**
 * How well the contacts of a loved one can be reached at an instant, by number, as they have said on their own pages. Of a
 * person with two entries the one counts that is notified, and of two of those the first.
 */
export async function reachabilityByPhone(
  db: Db,
  { lovedOneId, timezone }: Pick<OpenIncident, 'lovedOneId' | 'timezone'>,
  now: Date,
): Promise<Map<string, Reachability>> {
  const contacts = await db
    .selectFrom('contacts')
    .select(['contacts.phoneNumber', 'contacts.state'])
    .select(AVAILABILITY_COLUMNS)
    .where('lovedOneId', '=', lovedOneId)
    .orderBy('isEmergencyContact')
    .orderBy('position', 'desc')
    .execute()
  return new Map(
    contacts.map(({ phoneNumber, state, ...stored }) => {
      if (state === 'unreachable') return [phoneNumber, 'last']
      return [phoneNumber, isReachableAt(availabilityOf(stored, timezone), now) ? 'now' : 'later']
    }),
  )
}
