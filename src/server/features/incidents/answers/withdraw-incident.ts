import { isMoreSevere } from '#core/escalation/incident-cause.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { writeAlertCall } from '../alert-calls/alert-calls.ts'
import { supersedeAlerts } from '../alerts/supersede-alerts.ts'
import { causesOf, type IncidentCauseRow, openCauses, updateFromCauses } from '../causes/incident-causes.ts'
import {
  lockIncident,
  lockIncidentsOf,
  lockOpenIncident,
  type OpenIncident,
  type PersonToNotify,
  peopleOf,
} from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { isToBeNotified } from '../people/contacts-to-notify.ts'
import { notifyPerson } from '../steps/notify-person.ts'
import { UNOWNED } from '../steps/resume-escalation.ts'

/** A person who is on the phone with us just now is rung when that call is over. */
const AFTER_CALL_MS = 60_000

/**
 * Withdraws the open cause of a call that words alone had raised, when it turns out that no person said them: ends it,
 * drops pending alerts, and notifies everybody who was alerted, by the channels of their alerts. Misses that it had
 * replaced go on. `how` says what it was, in sentences for the family (`machineWasHeard`). The call may open an
 * incident again. Runs in the transaction of the fact; a second time changes nothing. Returns whether it withdrew one.
 */
export async function withdrawIncident(
  deps: IncidentDeps,
  trx: Trx,
  { callId, how }: { callId: number; how: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('incidentCauses')
    .innerJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
    .select('incidents.lovedOneId')
    .where('incidentCauses.callId', '=', callId)
    .where('isByWords', '=', true)
    .where('incidentCauses.endedAt', 'is', null)
    .executeTakeFirst()
  if (!found) return false
  await lockIncidentsOf(trx, found.lovedOneId)
  const incident = await lockOpenIncident(trx, found.lovedOneId)
  if (!incident) return false
  const causes = openCauses(await causesOf(trx, incident.id))
  const withdrawn = causes.find((cause) => cause.callId === callId && cause.isByWords)
  if (!withdrawn) return false
  const now = deps.clock.now()
  const { id, accountId, lovedOneId, name } = incident
  const round = (await timesWithdrawn(trx, id)) + 1
  // Notified before it ends: the message corrects what they had been sent.
  for (const person of await peopleOf(trx, id)) {
    if (await isToBeNotified(trx, incident, person))
      await withdrawFrom(deps, trx, incident, person, { how, withdrawn, callId, round })
  }
  await trx
    .updateTable('incidentCauses')
    .set({ endedAt: now, withdrawnAt: now })
    .where('id', '=', withdrawn.id)
    .execute()
  if (causes.length > 1) {
    await goOnWithout(deps, trx, incident, withdrawn)
  } else {
    await trx
      .updateTable('incidents')
      .set({ status: 'resolved', nextAt: null, endedAt: now, endedHow: how, withdrawnAt: now })
      .where('id', '=', id)
      .execute()
  }
  await recordActivity(trx, {
    accountId,
    activityType: 'call_escalated',
    description: `We took back our alert about ${name}`,
    details: how,
    lovedOneId,
    callId,
  })
  await recordEvent(trx, {
    event: 'call.acknowledged',
    accountId,
    data: { incidentId: id, callId, lovedOneId, how: 'withdrawn' },
  })
  return true
}

/** The other causes of the incident stay open. If the withdrawn one was the most severe, the incident loses its owner and the list starts again. */
async function goOnWithout(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  withdrawn: IncidentCauseRow,
): Promise<void> {
  const now = deps.clock.now()
  await updateFromCauses(trx, incident, now)
  const current = await lockIncident(trx, incident.id)
  if (!current || !isMoreSevere(withdrawn.cause, current.cause)) return
  await supersedeAlerts(trx, incident.id, now)
  await trx
    .updateTable('incidents')
    .set({
      status: 'running',
      ...UNOWNED,
      round: 1,
      pauses: 0,
      escalationStartedAt: now,
      roundStartsAt: now,
      nextAt: now,
    })
    .where('id', '=', incident.id)
    .execute()
}

async function withdrawFrom(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToNotify,
  { how, withdrawn, callId, round }: { how: string; withdrawn: IncidentCauseRow; callId: number; round: number },
): Promise<void> {
  const alerts = await trx
    .selectFrom('alerts')
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .select(['alerts.channel', 'alerts.purpose', 'alerts.round', 'alerts.messageId'])
    .select(['alertCalls.answeredAt', 'alertCalls.nextAt', 'messages.sentAt', 'messages.claimedUntil'])
    .where('alerts.incidentId', '=', incident.id)
    .where('alerts.incidentPersonId', '=', person.id)
    // Their alerts before were about something else.
    .where('alerts.createdAt', '>=', withdrawn.happenedAt)
    .execute()
  // What still waits to be sent is dropped: a person who has not read the alert is not notified of a mistake.
  const was = (channel: 'email' | 'sms') =>
    alerts.some(
      (alert) =>
        alert.channel === channel &&
        alert.purpose !== 'withdrawn' &&
        (alert.messageId === null || alert.sentAt !== null || alert.claimedUntil !== null),
    )
  const content = { purpose: 'withdrawn', how, callId } as const
  for (const channel of ['email', 'sms'] as const) {
    if (was(channel)) await notifyPerson(deps, trx, incident, person, { channel, round, content })
  }
  // A person who was alerted by phone alone would never learn that it was a mistake.
  if (!was('sms') && alerts.some(({ answeredAt }) => answeredAt !== null)) {
    const isOnPhone = alerts.some(({ nextAt }) => nextAt !== null)
    const notBefore = new Date(deps.clock.now().getTime() + (isOnPhone ? AFTER_CALL_MS : 0))
    await writeAlertCall(deps, trx, incident, person, { round, purpose: 'withdrawn', notBefore })
  }
}

async function timesWithdrawn(trx: Trx, incidentId: number): Promise<number> {
  const { latest } = await trx
    .selectFrom('alerts')
    .select((eb) => eb.fn.coalesce(eb.fn.max('round'), eb.lit(0)).as('latest'))
    .where('incidentId', '=', incidentId)
    .where('purpose', '=', 'withdrawn')
    .executeTakeFirstOrThrow()
  return latest
}
