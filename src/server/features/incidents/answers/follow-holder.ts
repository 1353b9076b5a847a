import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** Of the account holder: their phone is not used before their e-mail address was verified. */
export const REACHED_NUMBER = sql<
  string | null
>`case when owners.verified_email is not null then owners.phone_number end`

/** Brings the account holder's number and address in the open incidents of an account up to date. Writes only where there is news. */
export async function followHolder(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('incidentPeople')
    .from('incidents')
    .innerJoin('owners', 'owners.accountId', 'incidents.accountId')
    .set((eb) => ({ phoneNumber: REACHED_NUMBER, email: eb.ref('owners.email') }))
    .whereRef('incidents.id', '=', 'incidentPeople.incidentId')
    .where('incidents.accountId', '=', accountId)
    .where('incidents.endedAt', 'is', null)
    .where('incidentPeople.role', '=', 'account_holder')
    .where(
      sql<boolean>`(incident_people.phone_number, incident_people.email) is distinct from (${REACHED_NUMBER}, owners.email)`,
    )
    .execute()
}
