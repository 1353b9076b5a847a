import { isReachableAt } from '#core/contacts/reachable-now.ts'
import type { Reach } from '#core/escalation/ladder/ladder.ts'
import type { WeekDay } from '#core/recurrence/recurrence.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { OpenIncident } from '../causes/incident-state.ts'

/** How well the contacts of a loved one can be reached at an instant, by number, as they have said on their own pages. */
export async function reachesOf(
  db: Db,
  { lovedOneId, timezone }: Pick<OpenIncident, 'lovedOneId' | 'timezone'>,
  now: Date,
): Promise<Map<string, Reach>> {
  const contacts = await db
    .selectFrom('contacts')
    .select(['phoneNumber', 'state', 'reachableDays', 'reachableFrom', 'reachableTo', 'reachableZone', 'awayUntil'])
    .where('lovedOneId', '=', lovedOneId)
    .orderBy('position')
    .execute()
  return new Map(
    contacts.map(({ phoneNumber, state, ...stored }) => {
      if (state === 'unreachable') return [phoneNumber, 'last']
      const availability = {
        // The database allows no other words.
        days: stored.reachableDays as WeekDay[],
        from: stored.reachableFrom,
        to: stored.reachableTo,
        zone: stored.reachableZone ?? timezone,
        awayUntil: stored.awayUntil,
      }
      return [phoneNumber, isReachableAt(availability, now) ? 'now' : 'later']
    }),
  )
}
