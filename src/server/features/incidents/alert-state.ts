import { type Selectable, sql } from 'kysely'
import type { AlertCallSubject } from '#core/escalation/alert-script.ts'
import { touch } from '#server/platform/changes/touch.ts'
import type { Trx } from '#server/platform/database.ts'
import type { IncidentsTable } from '#server/platform/schema.ts'
import { fullName } from './incident-state.ts'

/** An alert by phone with its incident and its person, all that a fact about it can change. */
export type OpenAlertCall = NonNullable<Awaited<ReturnType<typeof lockAlertCall>>>

/** As for calls: the loved one first, as whoever removes them does, then what hangs from them. */
const IN_ORDER = sql`for key share of loved_ones for update of incidents, alerts, alert_calls`

/**
 * Locks an alert by phone and its incident until the transaction ends. Undefined when it was removed meanwhile. Who locks
 * it is about to change it, so the account is touched.
 */
export async function lockAlertCall(trx: Trx, alertId: number) {
  const alert = await trx
    .selectFrom('alertCalls')
    .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.personId')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .innerJoin('accounts', 'accounts.id', 'incidents.accountId')
    .select(['alertCalls.alertId', 'alertCalls.state', 'alertCalls.providerCallId', 'alertCalls.outcome'])
    .select(['alertCalls.startedAt', 'alertCalls.dials', 'alertCalls.stepsHeard'])
    .select(['incidents.accountId', 'alerts.incidentId', 'alerts.personId', 'alerts.purpose', 'alerts.answer'])
    .select(['incidents.status', 'incidents.ownerId', 'incidents.headline', 'incidents.endedHow'])
    .select(['incidentPeople.name as personName', 'incidentPeople.role'])
    .select(['lovedOnes.name', 'lovedOnes.phoneNumber as phone', 'accounts.firstName', 'accounts.lastName'])
    .where('alertCalls.alertId', '=', alertId)
    .modifyEnd(IN_ORDER)
    .executeTakeFirst()
  if (alert) await touch(trx, alert.accountId, 'calls')
  return alert
}

/** Whether somebody is still looked for: only then may a phone ring. */
export const LOOKING_FOR_SOMEBODY: readonly Selectable<IncidentsTable>['status'][] = ['running', 'unresolved']

/** What is said in the call. */
export function spokenSubject(alert: OpenAlertCall): AlertCallSubject {
  const { personName, name, phone, headline, purpose, role } = alert
  return {
    personName,
    name,
    phone,
    headline,
    askedBy: role === 'account_holder' ? null : fullName(alert),
    purpose: purpose === 'unresolved' ? 'unresolved' : 'alert',
  }
}
