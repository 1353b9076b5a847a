import { sql } from 'kysely'
import { removedText } from '#core/escalation/texts/removed-text.ts'
import { sentFullName, sentNameOr } from '#core/names/sent-words.ts'
import { cancelAllLater } from '#server/features/dialling/public.ts'
import { markNotNeeded } from '#server/features/messages/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { lockOpenIncident, type OpenIncident, peopleOf } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { isToBeNotified } from './contacts-to-notify.ts'

/** How long after it ended somebody may still answer an alert. */
const STILL_ANSWERED_MS = 24 * 3_600_000

/**
 * Called in the transaction that removes a loved one, before they are removed: drops alerts about them that wait to be
 * sent, cancels what rings for them or about them at the provider, notifies contacts who were alerted and may still
 * answer that it is over, and remembers their phones for a day, so that an answer gets a true reply.
 */
export async function notifyOfRemoval(
  deps: Pick<IncidentDeps, 'clock' | 'enqueueNotice'>,
  trx: Trx,
  { accountId, lovedOneId }: { accountId: number | null; lovedOneId: number },
): Promise<void> {
  const now = deps.clock.now()
  const incident = await lockOpenIncident(trx, lovedOneId)
  await dropAlerts(trx, lovedOneId, now)
  await cancelAllLater(trx, ringingFor(lovedOneId), now)
  if (incident) await notifyAlerted(deps, trx, incident, accountId)
  await remember(trx, { accountId, lovedOneId, now })
}

/** Calls that the provider has taken and nobody has picked up, to them and to those who are alerted. */
function ringingFor(lovedOneId: number) {
  return sql`
    select attempts.provider_call_id, attempts.phone_number from attempts join calls on calls.id = attempts.call_id
    where calls.loved_one_id = ${lovedOneId} and attempts.state = 'placed' and attempts.answered_at is null
    union all
    select alert_calls.provider_call_id, alert_calls.phone_number
    from alert_calls join alerts on alerts.id = alert_calls.alert_id join incidents on incidents.id = alerts.incident_id
    where incidents.loved_one_id = ${lovedOneId} and alert_calls.state = 'placed' and alert_calls.answered_at is null`
}

/** As `notifyOfRemoval`, for all loved ones of an account, in the transaction that deletes it: what is left belongs to nobody. */
export async function notifyOfAccountRemoval(
  deps: Pick<IncidentDeps, 'clock' | 'enqueueNotice'>,
  trx: Trx,
  accountId: number,
): Promise<void> {
  const lovedOnes = await trx
    .selectFrom('lovedOnes')
    .select('id')
    .where('accountId', '=', accountId)
    .orderBy('id')
    .execute()
  for (const { id: lovedOneId } of lovedOnes) await notifyOfRemoval(deps, trx, { accountId: null, lovedOneId })
  await trx
    .updateTable('removedAlerts')
    .set({ accountId: null })
    .where('accountId', '=', accountId)
    .where('removedAt', '>', new Date(deps.clock.now().getTime() - STILL_ANSWERED_MS))
    .execute()
}

async function notifyAlerted(
  deps: Pick<IncidentDeps, 'enqueueNotice'>,
  trx: Trx,
  incident: OpenIncident,
  accountId: number | null,
): Promise<void> {
  for (const phoneNumber of new Set(await contactsToNotify(trx, incident))) {
    await deps.enqueueNotice(trx, {
      ...{ accountId, lovedOneId: incident.lovedOneId },
      channel: 'sms',
      recipient: phoneNumber,
      subject: null,
      text: removedText({ name: sentNameOr(incident.name), askedBy: sentFullName(incident) }),
      dedupeKey: `removed:${incident.lovedOneId}:${phoneNumber}`,
      isDeletedOnceSent: true,
    })
  }
}

/** Whether a phone was alerted about somebody who was removed since, within the last day. */
export async function wasAlertedOfRemoved(db: Db, phoneNumber: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('removedAlerts')
    .select('removedAt')
    .where('phoneNumber', '=', phoneNumber)
    .where('removedAt', '>', new Date(now.getTime() - STILL_ANSWERED_MS))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Deletes the phones whose answers are not expected any more. Run it regularly. */
export async function deleteRemovedAlerts(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - STILL_ANSWERED_MS)
  await db.deleteFrom('removedAlerts').where('removedAt', '<=', before).execute()
}

async function dropAlerts(trx: Trx, lovedOneId: number, now: Date): Promise<void> {
  const alerts = await trx
    .selectFrom('alerts')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .select('alerts.messageId')
    .where('incidents.lovedOneId', '=', lovedOneId)
    .where('alerts.messageId', 'is not', null)
    .execute()
  await markNotNeeded(
    trx,
    alerts.flatMap(({ messageId }) => messageId ?? []),
    now,
  )
}

/** The numbers of the contacts who were alerted of an incident, by whatever channel. */
async function contactsToNotify(trx: Trx, incident: OpenIncident): Promise<string[]> {
  const alerts = await trx
    .selectFrom('alerts')
    .select('incidentPersonId')
    .distinct()
    .where('incidentId', '=', incident.id)
    .where('purpose', 'in', ['alert', 'unresolved'])
    .execute()
  const alerted = new Set(alerts.map(({ incidentPersonId }) => incidentPersonId))
  const numbers: string[] = []
  for (const person of await peopleOf(trx, incident.id)) {
    if (person.role !== 'contact' || person.phoneNumber === null || !alerted.has(person.id)) continue
    if (await isToBeNotified(trx, incident, person)) numbers.push(person.phoneNumber)
  }
  return numbers
}

/** Of everybody who was alerted, also the account holder, and may still answer. */
async function remember(
  trx: Trx,
  { accountId, lovedOneId, now }: { accountId: number | null; lovedOneId: number; now: Date },
): Promise<void> {
  const since = new Date(now.getTime() - STILL_ANSWERED_MS)
  const people = await trx
    .selectFrom('incidentPeople')
    .innerJoin('incidents', 'incidents.id', 'incidentPeople.incidentId')
    .innerJoin('alerts', 'alerts.incidentPersonId', 'incidentPeople.id')
    .select('incidentPeople.phoneNumber')
    .distinct()
    .where('incidents.lovedOneId', '=', lovedOneId)
    .where((eb) => eb.or([eb('incidents.nextAt', 'is not', null), eb('incidents.endedAt', '>=', since)]))
    .where('incidentPeople.phoneNumber', 'is not', null)
    .execute()
  if (people.length === 0) return
  await trx
    .insertInto('removedAlerts')
    .values(people.map(({ phoneNumber }) => ({ accountId, phoneNumber: phoneNumber ?? '', removedAt: now })))
    .execute()
}
