import { membersToNotify, presentMembers } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { OpenIncident, PersonToNotify } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { writtenChannels } from '../steps/written-channels.ts'

/**
 * The members among the people of an incident who are notified now: those who are not away and want it. Where that is
 * nobody, the account holder: a missed call always reaches them.
 */
export async function membersNow(
  { clock }: Pick<IncidentDeps, 'clock'>,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToNotify[],
): Promise<PersonToNotify[]> {
  const present = presentMembers(await membersToNotify(trx, incident.accountId, clock.now()))
  const there = people.filter(({ memberId }) => present.some(({ personId }) => personId === memberId))
  const wanting: PersonToNotify[] = []
  for (const person of there) {
    const { channels, isSmsFallback } = await writtenChannels(trx, incident, person, 'alert')
    if (channels.length > 0 || isSmsFallback) wanting.push(person)
  }
  return wanting.length > 0 ? wanting : people.filter(({ isHolder }) => isHolder)
}
