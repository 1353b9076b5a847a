import { isHelp } from '#core/escalation/incident-cause.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database.ts'
import type { IncidentDeps } from './deps.ts'
import { causesOf, decideByCauses, endCauses, standing } from './incident-causes.ts'
import {
  lockIncident,
  lockIncidentsOf,
  lockOpenIncident,
  type OpenIncident,
  type PersonToTell,
  peopleOf,
} from './incident-state.ts'
import { tellAlerted } from './tell-person.ts'

/**
 * Ends incidents of one loved one well and sends the all-clear to everybody who was alerted, but `except`: once to each,
 * however many incidents they were alerted of. `how` is a sentence: "Susan says that all is well." Does nothing to those
 * that have ended well already.
 */
export async function resolveIncidents(
  deps: IncidentDeps,
  trx: Trx,
  incidents: readonly OpenIncident[],
  { how, except }: { how: string; except?: PersonToTell },
): Promise<void> {
  const told = new Set([except?.phoneNumber, except?.email].filter((recipient) => typeof recipient === 'string'))
  for (const incident of incidents.filter(({ status }) => status !== 'resolved')) {
    const { id, accountId, lovedOneId, callId } = incident
    const now = deps.clock.now()
    // What it was about is said once more in the all-clear, and reads as it does now.
    await decideByCauses(trx, incident, now)
    await endCauses(trx, id, { at: now })
    await trx
      .updateTable('incidents')
      .set({ status: 'resolved', nextStepAt: null, endedAt: now, endedHow: how })
      .where('id', '=', id)
      .execute()
    await recordActivity(trx, {
      accountId,
      activityType: 'call_acknowledged',
      description: `All clear for ${incident.name}`,
      details: how,
      lovedOneId,
      callId,
    })
    await recordEvent(trx, {
      event: 'call.acknowledged',
      accountId,
      data: { incidentId: id, callId, lovedOneId, how: 'all_clear' },
    })
    const ended = await lockIncident(trx, id)
    const people = await peopleOf(trx, id)
    if (ended) await tellAlerted(deps, trx, ended, people, { telling: { purpose: 'all_clear', how }, except, told })
  }
}

/**
 * The loved one has answered for themselves after all: ends the incident in which they were not reached or not
 * understood. Somebody who asked for help, or may have, is looked after by a person, not by a key that is pressed later: until then nobody is told that all is
 * clear; what they were not reached by is over all the same. Returns how many it ended.
 */
export async function resolveByCheckIn(
  deps: IncidentDeps,
  trx: Trx,
  { lovedOneId, how }: { lovedOneId: number; how: string },
): Promise<number> {
  await lockIncidentsOf(trx, lovedOneId)
  const incident = await lockOpenIncident(trx, lovedOneId)
  if (!incident) return resolveGivenUp(deps, trx, lovedOneId, how)
  const causes = standing(await causesOf(trx, incident.id))
  if (causes.some(({ cause }) => isHelp(cause))) {
    const now = deps.clock.now()
    await endCauses(trx, incident.id, { at: now, only: ['not_placed', 'not_reached', 'unclear'] })
    await decideByCauses(trx, incident, now)
    return 0
  }
  await resolveIncidents(deps, trx, [incident], { how })
  return 1
}

/** How long a check-in still ends an incident well that was given up, as incidents once were. */
const STILL_OF_INTEREST_MS = 24 * 3_600_000

async function resolveGivenUp(deps: IncidentDeps, trx: Trx, lovedOneId: number, how: string): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - STILL_OF_INTEREST_MS)
  const givenUp = await trx
    .selectFrom('incidents')
    .select('id')
    .where('lovedOneId', '=', lovedOneId)
    .where('status', '=', 'unresolved')
    .where('cause', 'in', ['not_placed', 'not_reached', 'unclear'])
    .where('endedAt', '>=', since)
    .orderBy('id')
    .execute()
  const locked: OpenIncident[] = []
  for (const { id } of givenUp) {
    const incident = await lockIncident(trx, id)
    if (incident?.status === 'unresolved') locked.push(incident)
  }
  await resolveIncidents(deps, trx, locked, { how })
  return locked.length
}
