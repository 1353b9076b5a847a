import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { endOfNight } from '#core/calls/waking-hours.ts'
import { certaintyOf } from '#core/escalation/incident-cause.ts'
import type { AlertCallSubject } from '#core/escalation/scripts/alert-script.ts'
import { openSinceSentence } from '#core/escalation/texts/parts/alert-parts.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { sentFullName, sentNameOr } from '#core/names/sent-words.ts'
import { mayBeLostSince } from '#server/features/dialling/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Database, IncidentsTable } from '#server/platform/database/schema.ts'
import { hasNoPhones } from '#server/platform/phones/phone-permission.ts'
import { stillToBeNotified } from '../people/contacts-to-notify.ts'

/** An alert by phone with its incident and its person: everything that a fact about it can change. */
export type LockedAlertCall = NonNullable<Awaited<ReturnType<typeof lockAlertCall>>>

/**
 * As for calls: the loved one is locked first, as in the transaction that removes them, then the rows that belong to
 * them.
 */
const IN_ORDER = sql`for key share of loved_ones for update of incidents, alerts, alert_calls`

/** Locks an alert by phone and its incident for a change, and marks the account as changed. Undefined when it was removed meanwhile. */
export async function lockAlertCall(trx: Trx, alertId: number) {
  const alert = await trx
    .selectFrom('alertCalls')
    .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'incidents.accountId')
    .select([
      'alertCalls.id as dialId',
      'alertCalls.alertId',
      'alertCalls.state',
      'alertCalls.providerCallId',
      'alertCalls.outcome',
    ])
    .select('alertCalls.phoneNumber')
    .select(['alertCalls.startedAt', 'alertCalls.dialCount', 'alertCalls.stepsHeard', 'alertCalls.ringCancelledAt'])
    .select('alertCalls.answeredAt')
    .select(['incidents.accountId', 'alerts.incidentId', 'alerts.incidentPersonId', 'alerts.purpose', 'alerts.answer'])
    .select(['incidents.status', 'incidents.ownerId', 'incidents.headline', 'incidents.endedHow'])
    .select([
      'incidents.cause',
      'incidents.escalationStartedAt',
      'incidents.withdrawnAt',
      'alerts.round',
      'lovedOnes.timezone',
    ])
    .select(['incidentPeople.name as personName', 'incidentPeople.role'])
    .select(['lovedOnes.name', 'lovedOnes.phoneNumber as phone', 'owners.firstName', 'owners.lastName'])
    .select((eb) => eb.and([eb('incidentPeople.role', '=', 'member'), eb.not(stillToBeNotified(eb))]).as('hasLeft'))
    .where('alertCalls.alertId', '=', alertId)
    .modifyEnd(IN_ORDER)
    .executeTakeFirst()
  if (alert) await announceChange(trx, alert.accountId, 'calls')
  return alert
}

/**
 * A callback names an alert that is not there: it was lost in a fail-over. Locks the alert that was queued in its place and is
 * not known to have rung: the one that is linked to this call of the provider, else the first one for the phone `to`.
 */
export async function lockReplacementOfAlertCall(
  trx: Trx,
  { providerCallId, to }: { providerCallId: string | null; to?: string | undefined },
  now: Date,
): Promise<LockedAlertCall | undefined> {
  if (providerCallId === null || !(await mayBeLostSince(trx, now))) return undefined
  const found = await trx
    .selectFrom('alertCalls')
    .select('alertId')
    .where((eb) =>
      eb.or([
        eb('providerCallId', '=', providerCallId),
        eb.and([eb('providerCallId', 'is', null), eb('state', '=', 'unknown'), eb('phoneNumber', '=', to ?? '')]),
      ]),
    )
    .orderBy(sql`provider_call_id is null`)
    .orderBy('alertId')
    .limit(1)
    .executeTakeFirst()
  return found && lockAlertCall(trx, found.alertId)
}

/** Whether the incident still needs an owner: only then may a phone ring. */
export const ESCALATING_STATUSES: readonly Selectable<IncidentsTable>['status'][] = ['running', 'unresolved']

/** Whether a ring is unnecessary: nobody is needed any more, or this person can't, is off the list or reached elsewhere, or no phones may ring. */
export function isRingNeedless(
  eb: ExpressionBuilder<Database, 'alerts' | 'alertCalls' | 'incidents' | 'incidentPeople'>,
) {
  return eb.or([
    // A mistake is reported although, and because, it is over.
    eb.and([eb('alerts.purpose', '<>', 'withdrawn'), eb('incidents.status', 'not in', ESCALATING_STATUSES)]),
    // The account holder is notified that nobody owns it even if they can't help themselves.
    eb.and([eb('alerts.purpose', '=', 'alert'), eb('incidentPeople.declinedAt', 'is not', null)]),
    eb.not(stillToBeNotified(eb)),
    hasNoPhones(sql`incidents.account_id`),
    // They have another phone now: the alert is queued for that one.
    eb('alertCalls.phoneNumber', 'is distinct from', eb.ref('incidentPeople.phoneNumber')),
  ])
}

/** Whether a phone should ring for an alert. */
export async function isRingWanted(db: Db, alertId: number): Promise<boolean> {
  const needless = await db
    .selectFrom('alerts')
    .innerJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .select('alerts.id')
    .where('alerts.id', '=', alertId)
    .where(isRingNeedless)
    .executeTakeFirst()
  return needless === undefined
}

/**
 * At night a ring that has been queued for longer is decided again: it was queued before an outage, or during the day.
 */
const STALE_AFTER_MS = 30 * 60_000

/**
 * Whether it is night where the loved one is, and the ring of a contact about a miss was decided so long ago that it is
 * decided again. Help is not postponed; by day a ring only waits for its permit, however long the queue is.
 */
export async function isStaleRing(db: Db, alertId: number, now: Date): Promise<boolean> {
  const stale = await db
    .selectFrom('alerts')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .select('lovedOnes.timezone')
    .where('alerts.id', '=', alertId)
    .where('alerts.purpose', '=', 'alert')
    .where('incidentPeople.role', '=', 'contact')
    .where('incidents.cause', 'in', ['not_made', 'not_reached'])
    .where('alerts.createdAt', '<', new Date(now.getTime() - STALE_AFTER_MS))
    .executeTakeFirst()
  return stale !== undefined && endOfNight(now, stale.timezone) !== null
}

/** What is said in the call. */
export function spokenSubject(alert: LockedAlertCall): AlertCallSubject {
  const { personName, name, phone, headline, cause, escalationStartedAt, timezone, round, purpose, role } = alert
  const since =
    round > 1 && purpose === 'alert' ? openSinceSentence(formatDateTime(escalationStartedAt, timezone)) : null
  return {
    personName: sentNameOr(personName),
    name: sentNameOr(name),
    phone,
    headline,
    addition: [certaintyOf(cause), since].filter(Boolean).join(' ') || null,
    askedBy: role === 'member' ? null : sentFullName(alert),
    purpose: purpose === 'unresolved' ? 'unresolved' : 'alert',
  }
}
