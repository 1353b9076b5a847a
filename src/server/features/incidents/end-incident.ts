import { isHelp } from '#core/escalation/incident-cause.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database.ts'
import type { IncidentDeps } from './deps.ts'
import { lockIncident, type OpenIncident, type PersonToTell, peopleOf } from './incident-state.ts'
import { tellAlerted } from './tell-person.ts'

/** How long a check-in still ends an incident well that was given up, as incidents once were. */
const STILL_OF_INTEREST_MS = 24 * 3_600_000

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
    await trx
      .updateTable('incidents')
      .set({ status: 'resolved', nextStepAt: null, endedAt: deps.clock.now(), endedHow: how })
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
    const people = await peopleOf(trx, id)
    await tellAlerted(deps, trx, incident, people, { telling: { purpose: 'all_clear', how }, except, told })
  }
}

/**
 * The loved one has answered for themselves after all: ends every incident in which they were not reached or not
 * understood. Somebody who asked for help, or may have, is looked after by a person, not by a key that is pressed later: until then nobody is told that all is
 * clear. Returns how many it ended.
 */
export async function resolveByCheckIn(
  deps: IncidentDeps,
  trx: Trx,
  { lovedOneId, how }: { lovedOneId: number; how: string },
): Promise<number> {
  const since = new Date(deps.clock.now().getTime() - STILL_OF_INTEREST_MS)
  const open = await trx
    .selectFrom('incidents')
    .select(['id', 'cause'])
    .where('lovedOneId', '=', lovedOneId)
    .where((eb) =>
      eb.or([
        eb('nextStepAt', 'is not', null),
        eb.and([
          eb('cause', 'in', ['not_reached', 'unclear']),
          eb('endedAt', '>=', since),
          eb('status', '<>', 'resolved'),
        ]),
      ]),
    )
    .orderBy('id')
    .execute()
  if (open.some(({ cause }) => isHelp(cause))) return 0
  const locked: OpenIncident[] = []
  for (const { id } of open) {
    const incident = await lockIncident(trx, id)
    if (incident && incident.status !== 'resolved' && !isHelp(incident.cause)) locked.push(incident)
  }
  await resolveIncidents(deps, trx, locked, { how })
  return locked.length
}
