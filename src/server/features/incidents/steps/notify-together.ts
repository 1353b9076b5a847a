import { isHelp } from '#core/escalation/incident-cause.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { ESCALATING_STATUSES } from '../alert-calls/alert-state.ts'
import type { OpenIncident, PersonToNotify } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'

/**
 * How long one text about several incidents stands for the others: after that the next one names those that are still
 * open.
 */
const STANDS_FOR_MS = 10 * 60_000

/** `suppressed`: a text about several has just reached this phone. `others`: the loved ones whom the text also names. */
export type Together = { kind: 'suppressed' } | { kind: 'send'; others: readonly string[] }

/**
 * Whether a contact is notified of an incident by a text of its own. When more incidents of an account run at once than
 * its limit, one text notifies a contact of several, and the phones are rung for each as before. Help always has a text
 * of its own. The caller holds the lock of the contact's phone, so of several incidents that notify at once the second
 * sees the text of the first.
 */
export async function notifiedTogether(
  { limits, clock }: Pick<IncidentDeps, 'limits' | 'clock'>,
  trx: Trx,
  { id, accountId, cause }: Pick<OpenIncident, 'id' | 'accountId' | 'cause'>,
  { phoneNumber }: Pick<PersonToNotify, 'phoneNumber'>,
): Promise<Together> {
  const alone = { kind: 'send', others: [] } as const
  if (limits.incidents === 0 || isHelp(cause)) return alone
  const running = await trx
    .selectFrom('incidents')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .select(['incidents.id', 'lovedOnes.name'])
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('incidentPeople')
          .select('incidentPeople.id')
          .whereRef('incidentPeople.incidentId', '=', 'incidents.id')
          .where('incidentPeople.role', '=', 'contact')
          .where('incidentPeople.phoneNumber', '=', phoneNumber),
      ).as('isTheirs'),
    )
    .where('incidents.accountId', '=', accountId)
    .where('incidents.status', 'in', ESCALATING_STATUSES)
    .where('incidents.nextAt', 'is not', null)
    .orderBy('incidents.id')
    .execute()
  if (running.length <= limits.incidents) return alone
  const notified = await trx
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .select('alerts.id')
    .where('incidents.accountId', '=', accountId)
    .where('incidents.id', '<>', id)
    .where('incidents.status', 'in', ESCALATING_STATUSES)
    .where('incidentPeople.phoneNumber', '=', phoneNumber)
    .where('alerts.channel', '=', 'sms')
    .where('alerts.purpose', '=', 'alert')
    .where('alerts.messageResult', 'is', null)
    .where('alerts.createdAt', '>', new Date(clock.now().getTime() - STANDS_FOR_MS))
    .where('messages.failedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  if (notified) return { kind: 'suppressed' }
  const others = running.filter((other) => other.isTheirs && other.id !== id)
  return { kind: 'send', others: others.map(({ name }) => sentNameOr(name)) }
}
