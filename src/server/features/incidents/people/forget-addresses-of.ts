import { sql } from 'kysely'
import { NOT_NEEDED } from '#server/features/messages/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * Of somebody who leaves a circle its incidents keep the name, and by which channel they were notified; also where their
 * messages go with their login.
 */
export async function forgetAddressesOf(
  trx: Trx,
  { accountId, personId }: { accountId: number; personId: number },
): Promise<void> {
  await sql`
    update alerts set message_result = case
      when messages.failed_at is not null and messages.error <> ${NOT_NEEDED} then 'not_delivered'
      when messages.delivery = 'failed' then 'not_delivered'
      when messages.delivery = 'delivered' then 'delivered'
      when messages.sent_at is null and messages.claimed_until is null then 'not_needed' end
    from messages, incident_people, incidents
    where messages.id = alerts.message_id and alerts.message_result is null
      and incident_people.id = alerts.incident_person_id and incident_people.person_id = ${personId}
      and incidents.id = incident_people.incident_id and incidents.account_id = ${accountId}`.execute(trx)
  await trx
    .updateTable('incidentPeople')
    .from('incidents')
    .set({ phoneNumber: null, email: null })
    .whereRef('incidents.id', '=', 'incidentPeople.incidentId')
    .where('incidents.accountId', '=', accountId)
    .where('incidentPeople.personId', '=', personId)
    .execute()
  await sql`
    update alert_calls set phone_number = ''
    from alerts, incident_people, incidents
    where alerts.id = alert_calls.alert_id and alert_calls.state = 'ended'
      and incident_people.id = alerts.incident_person_id and incident_people.person_id = ${personId}
      and incidents.id = incident_people.incident_id and incidents.account_id = ${accountId}`.execute(trx)
}
