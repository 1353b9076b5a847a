import { recordActivity } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { writeAlertCall } from './alert-calls.ts'
import type { IncidentDeps } from './deps.ts'
import { lockIncident, type OpenIncident, type PersonToTell, peopleOf } from './incident-state.ts'
import { isStillListed } from './listed-people.ts'
import { tellPerson } from './tell-person.ts'

/** A person who is on the phone with us just now is rung when that call is over. */
const AFTER_CALL_MS = 60_000

/**
 * Withdraws the open alarm of a call that words alone had raised, when it turns out that no person said them: ends it,
 * lets pending alerts drop, and tells everybody who was alerted, by the channels by which they were. Misses whose place
 * it had taken go on. `how` says what it was, in sentences for the family (`machineWasHeard`). The call may open an incident
 * again. In the transaction of the fact; a second time changes nothing. Returns whether it withdrew one.
 */
export async function withdrawIncident(
  deps: IncidentDeps,
  trx: Trx,
  { callId, how }: { callId: number; how: string },
): Promise<boolean> {
  const found = await trx
    .selectFrom('incidents')
    .select('id')
    .where('callId', '=', callId)
    .where('isByWords', '=', true)
    .executeTakeFirst()
  const incident = found && (await lockIncident(trx, found.id))
  if (!incident?.isByWords || incident.endedAt !== null) return false
  const now = deps.clock.now()
  const { id, accountId, lovedOneId, name } = incident
  await trx
    .updateTable('incidents')
    .set({ status: 'resolved', nextStepAt: null, endedAt: now, endedHow: how, withdrawnAt: now })
    .where('id', '=', id)
    .execute()
  await releaseAbsorbed(trx, incident, now)
  await recordActivity(trx, {
    accountId,
    activityType: 'call_escalated',
    description: `The alert about ${name} was withdrawn`,
    details: how,
    lovedOneId,
    callId,
  })
  await recordEvent(trx, {
    event: 'call.acknowledged',
    accountId,
    data: { incidentId: id, callId, lovedOneId, how: 'withdrawn' },
  })
  for (const person of await peopleOf(trx, id)) {
    if (await isStillListed(trx, incident, person)) await withdrawFrom(deps, trx, incident, person, how)
  }
  return true
}

/** Incidents that had ended because she was thought to have been reached: she was not. */
async function releaseAbsorbed(trx: Trx, { id }: OpenIncident, now: Date): Promise<void> {
  await trx
    .updateTable('incidents')
    .set({ status: 'running', nextStepAt: now, endedAt: null, endedHow: null, absorbedBy: null, ownerId: null })
    .set({ intent: null, etaMinutes: null, ownedAt: null, begunAt: now, pauses: 0 })
    .set((eb) => ({ roundAt: eb.fn<Date>('least', ['roundAt', eb.val(now)]) }))
    .where('absorbedBy', '=', id)
    .where('status', '=', 'resolved')
    .execute()
}

async function withdrawFrom(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToTell,
  how: string,
): Promise<void> {
  const alerts = await trx
    .selectFrom('alerts')
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .select(['alerts.channel', 'alerts.purpose', 'alerts.round', 'alerts.messageId'])
    .select(['alertCalls.answeredAt', 'alertCalls.settleAt', 'messages.sentAt', 'messages.claimedUntil'])
    .where('alerts.incidentId', '=', incident.id)
    .where('alerts.personId', '=', person.id)
    .execute()
  // What still waits to be sent is dropped: who has not read the alert is not told of a mistake.
  const was = (channel: 'email' | 'sms') =>
    alerts.some(
      (alert) =>
        alert.channel === channel &&
        alert.purpose !== 'withdrawn' &&
        (alert.messageId === null || alert.sentAt !== null || alert.claimedUntil !== null),
    )
  const round = Math.max(0, ...alerts.filter(({ purpose }) => purpose === 'withdrawn').map((alert) => alert.round)) + 1
  const telling = { purpose: 'withdrawn', how } as const
  for (const channel of ['email', 'sms'] as const) {
    if (was(channel)) await tellPerson(deps, trx, incident, person, { channel, round, telling })
  }
  // A person who learnt it by phone alone would never learn that it was a mistake.
  if (!was('sms') && alerts.some(({ answeredAt }) => answeredAt !== null)) {
    const isOnPhone = alerts.some(({ settleAt }) => settleAt !== null)
    const notBefore = new Date(deps.clock.now().getTime() + (isOnPhone ? AFTER_CALL_MS : 0))
    await writeAlertCall(deps, trx, incident, person, { round, purpose: 'withdrawn', notBefore })
  }
}
