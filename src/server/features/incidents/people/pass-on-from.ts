import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { lockIncident, peopleOf } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { notifyAlertedPeople } from '../steps/notify-person.ts'
import { resumeEscalation } from '../steps/resume-escalation.ts'
import { forgetAddressesOf } from './forget-addresses-of.ts'

/**
 * In the transaction in which a member leaves a circle, once they are no member: what they owned has no owner, and
 * the others are notified again at once. Nobody waits for the report of somebody who is gone. Their addresses are
 * forgotten.
 */
export async function passOnFrom(
  deps: IncidentDeps,
  trx: Trx,
  { accountId, personId }: { accountId: number; personId: number },
): Promise<void> {
  const owned = await trx
    .selectFrom('incidents')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'incidents.ownerId')
    .select('incidents.id')
    .where('incidents.accountId', '=', accountId)
    .where('incidents.status', '=', 'owned')
    .where('incidentPeople.personId', '=', personId)
    .orderBy('incidents.id')
    .execute()
  await forgetAddressesOf(trx, { accountId, personId })
  for (const { id } of owned) {
    const incident = await lockIncident(trx, id)
    if (incident?.status !== 'owned') continue
    const people = await peopleOf(trx, id)
    const owner = people.find((person) => person.id === incident.ownerId)
    // Somebody else may have taken it on while this waited for the lock.
    if (owner?.personId !== personId) continue
    await resumeEscalation(deps, trx, id)
    await recordActivity(trx, {
      accountId,
      activityType: 'call_escalated',
      description: `${owner.name} can't check on ${shortName(incident.name)} any more, so we're asking the others again`,
      lovedOneId: incident.lovedOneId,
      callId: incident.callId,
    })
    const why = `${sentNameOr(owner.name)} can't check on ${sentNameOr(incident.name)} after all.`
    await notifyAlertedPeople(deps, trx, incident, people, {
      content: { purpose: 'given_back', why },
      except: owner,
    })
  }
}
