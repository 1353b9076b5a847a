import type { Db } from '#server/platform/database.ts'

/**
 * Whether a message about an incident still says what is so: that somebody is looked for, until one has taken it on or it
 * has ended well; that somebody has it, as long as one does. True for every message that is none of an incident.
 */
export async function isAlertStillWanted(db: Db, messageId: number): Promise<boolean> {
  const alert = await db
    .selectFrom('alerts')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .select(['alerts.purpose', 'alerts.round', 'incidents.status'])
    .where('alerts.messageId', '=', messageId)
    .executeTakeFirst()
  if (!alert) return true
  switch (alert.purpose) {
    case 'alert':
    case 'nobody_reached':
    case 'unresolved':
      // What the incident was before is set aside in rounds below one: the present news is written by itself.
      return alert.round >= 1 && alert.status !== 'owned' && alert.status !== 'resolved'
    case 'given_back':
      return alert.status !== 'owned' && alert.status !== 'resolved'
    case 'taken':
      return alert.status === 'owned'
    case 'rang':
    case 'further':
      return alert.status !== 'resolved'
    case 'all_clear':
    case 'withdrawn':
      return true
  }
}
