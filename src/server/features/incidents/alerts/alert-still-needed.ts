import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { stillToBeNotified } from '../people/contacts-to-notify.ts'

/**
 * Whether a message about an incident is still true, and its reader still to be notified. True for every message that
 * belongs to no incident.
 */
export async function isAlertStillNeeded(db: Db, messageId: number): Promise<boolean> {
  const alert = await db
    .selectFrom('alerts')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .innerJoin('messages', 'messages.id', 'alerts.messageId')
    .select(['alerts.purpose', 'alerts.supersededAt', 'alerts.channel', 'incidents.status', 'messages.recipient'])
    .select(['incidentPeople.phoneNumber', 'incidentPeople.email'])
    .select((eb) => stillToBeNotified(eb).as('isToBeNotified'))
    .select(({ exists, selectFrom, ref }) => [
      exists(
        selectFrom('alerts as later')
          .select('later.id')
          .whereRef('later.incidentId', '=', 'alerts.incidentId')
          .whereRef('later.incidentPersonId', '=', 'alerts.incidentPersonId')
          .whereRef('later.channel', '=', 'alerts.channel')
          .whereRef('later.purpose', '=', 'alerts.purpose')
          .whereRef('later.round', '>', 'alerts.round')
          .where('later.supersededAt', 'is', null)
          // Too many in an hour: nothing was written, so it says nothing.
          .where(sql<boolean>`later.message_result is distinct from 'suppressed'`),
      ).as('isSaidAgain'),
      exists(
        selectFrom('incidentCauses')
          .innerJoin('incidents as other', 'other.id', 'incidentCauses.incidentId')
          .select('incidentCauses.id')
          .whereRef('other.lovedOneId', '=', 'incidents.lovedOneId')
          .where('incidentCauses.endedAt', 'is', null)
          .where('incidentCauses.happenedAt', '>', ref('alerts.createdAt')),
      ).as('isOvertaken'),
    ])
    .where('alerts.messageId', '=', messageId)
    .executeTakeFirst()
  if (!alert) return true
  if (!alert.isToBeNotified) return false
  const recipient = alert.channel === 'email' ? alert.email : alert.phoneNumber
  // The ladder queues it again for the new number.
  if (alert.purpose === 'alert' && alert.recipient !== recipient) return false
  switch (alert.purpose) {
    case 'alert':
    case 'nobody_reached':
    case 'unresolved':
      // Somebody is needed to check: until somebody owns it, it has ended, or a later round says the same. Superseded:
      // the incident is about something else, which has its own message.
      if (alert.isSaidAgain) return false
      return alert.supersededAt === null && alert.status !== 'owned' && alert.status !== 'resolved'
    case 'given_back':
      // Others are asked again: until the next one owns it, or it has ended.
      return alert.status !== 'owned' && alert.status !== 'resolved'
    case 'owned':
      // Somebody is checking: as long as they are.
      return alert.status === 'owned'
    case 'rang':
    case 'further':
      // News of an open incident: until it has ended.
      return alert.status !== 'resolved'
    case 'all_clear':
    case 'withdrawn':
      // All is well, or it was a mistake: until something else has happened.
      return !alert.isOvertaken
  }
}
