import { type MemberToNotify, membersToNotify } from '#server/features/notifications/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { asPerson } from './insert-incident-people.ts'

/**
 * Brings the members in the open incidents of an account up to date, or in one of them: their numbers and addresses, and who
 * has joined since. Writes only where there is news. Returns the members. Somebody who has left stays in what was sent, and
 * gets nothing.
 */
export async function syncMembers(
  db: Db,
  { accountId, incidentId: only }: { accountId: number; incidentId?: number },
  now: Date,
): Promise<MemberToNotify[]> {
  const members = await membersToNotify(db, accountId, now)
  const open = await db
    .selectFrom('incidents')
    .innerJoin('incidentPeople', 'incidentPeople.incidentId', 'incidents.id')
    .select(['incidents.id', 'incidentPeople.id as rowId', 'incidentPeople.personId', 'incidentPeople.position'])
    .select(['incidentPeople.phoneNumber', 'incidentPeople.email'])
    .where('incidents.accountId', '=', accountId)
    .where('incidents.endedAt', 'is', null)
    .where((incident) => (only === undefined ? incident.lit(true) : incident('incidents.id', '=', only)))
    .orderBy('incidents.id')
    .execute()
  for (const [incidentId, people] of Map.groupBy(open, ({ id }) => id)) {
    let position = Math.max(...people.map((person) => person.position))
    for (const member of members) {
      const { phoneNumber, email } = member
      const row = people.find(({ personId }) => personId === member.personId)
      if (!row) {
        position += 1
        // Another transaction may list them, or somebody else, at the same moment: the next step finds who is missing.
        await db
          .insertInto('incidentPeople')
          .values({ incidentId, position, ...asPerson(member) })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
      } else if (row.phoneNumber !== phoneNumber || row.email !== email) {
        await db.updateTable('incidentPeople').set({ phoneNumber, email }).where('id', '=', row.rowId).execute()
      }
    }
  }
  return members
}
