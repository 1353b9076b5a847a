import { membersToNotify, presentMembers } from '#server/features/notifications/public.ts'
import { refusalsOf } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { OpenIncident, PersonToNotify } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { messageChannelsOf } from '../steps/message-channels-of.ts'

/**
 * The members among the people of an incident who are notified now: those who are not away and want it, and who looks
 * after things for somebody, whatever they have chosen, while their phone takes calls. Where none of them is available,
 * the account holder as well: a missed call is always sent to them.
 */
export async function membersNow(
  { clock, sealing }: Pick<IncidentDeps, 'clock' | 'sealing'>,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToNotify[],
): Promise<PersonToNotify[]> {
  const present = presentMembers(await membersToNotify(trx, incident.accountId, clock.now()))
  const phones = people.flatMap(({ isCurrentMember, phoneNumber }) => (isCurrentMember ? phoneNumber : []))
  const refusals = await refusalsOf({ sealing }, trx, phones)
  const wanting: PersonToNotify[] = []
  let isAnyAvailable = false
  for (const person of people) {
    const member = present.find(({ personId }) => personId === person.personId)
    if (!member) continue
    const { channels, isSmsFallback } = await messageChannelsOf(trx, incident, person, 'alert')
    const refusal = person.phoneNumber === null ? undefined : refusals.get(person.phoneNumber)
    const isRung = member.coversSomebody && person.phoneNumber !== null && !refusal?.callsSince
    const takesMessages = channels.some((channel) => channel === 'email' || !refusal?.textsSince)
    if (channels.length > 0 || isSmsFallback || isRung) wanting.push(person)
    isAnyAvailable ||= takesMessages || isSmsFallback || isRung
  }
  return isAnyAvailable ? wanting : people.filter((person) => person.isHolder || wanting.includes(person))
}
