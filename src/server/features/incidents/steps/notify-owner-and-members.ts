import { causeInWords, detailOfForm } from '#core/escalation/causes-in-words.ts'
import { isHelp } from '#core/escalation/incident-cause.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { causesOf, type IncidentCauseRow, openCauses, renderContext } from '../causes/incident-causes.ts'
import { type OpenIncident, type PersonToNotify, peopleOf, renderedFor } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { isToBeNotified } from '../people/contacts-to-notify.ts'
import { membersNow } from '../people/members-now.ts'
import { informedUntil } from '../people/unknown-to.ts'
import { messageChannelsOf } from './message-channels-of.ts'
import { notifyPerson } from './notify-person.ts'

/**
 * Something else has happened while an incident is open, and nobody new is to be disturbed: its owner is notified by
 * their written channels, the members by mail. A member who takes no mail gets the text message.
 * `only`: the ids of those who are notified; by default both.
 */
export async function notifyOwnerAndMembers(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  added: IncidentCauseRow,
  only?: readonly number[],
): Promise<void> {
  const people = await peopleOf(trx, incident.id)
  const owner = people.find(({ id }) => incident.status === 'owned' && id === incident.ownerId)
  const round = (await timesNotifiedBefore(trx, incident)) + 1
  const members = await membersNow(deps, trx, incident, people)
  for (const person of people) {
    const isOwner = person.id === owner?.id
    if (!isOwner && !members.includes(person)) continue
    if (only && !only.includes(person.id)) continue
    if (!(await isToBeNotified(trx, incident, person))) continue
    const context = renderContext(renderedFor(incident, person), deps.clock.now(), person.role)
    const content = {
      purpose: 'further',
      headline: causeInWords(added, context),
      plainHeadline: causeInWords(added, { ...context, namesTypes: false }),
      detail: detailOfForm([added]),
      ownerName: owner?.name ?? null,
      isOwner,
    } as const
    for (const channel of await channelsOf(trx, incident, person, isOwner || isHelp(added.cause))) {
      await notifyPerson(deps, trx, incident, person, { channel, round, content })
    }
  }
}

async function channelsOf(trx: Trx, incident: OpenIncident, person: PersonToNotify, byAll: boolean) {
  const { channels } = await messageChannelsOf(trx, incident, person, 'further')
  return byAll || !channels.includes('email') ? channels : (['email'] as const)
}

/** Somebody owns it: notifies them and the members of what has happened since, as the next round does not come now. */
export async function notifyRemainingPeople(deps: IncidentDeps, trx: Trx, owned: OpenIncident): Promise<void> {
  const causes = openCauses(await causesOf(trx, owned.id))
  const people = await peopleOf(trx, owned.id)
  const unnotified = new Map<IncidentCauseRow, number[]>()
  for (const { id } of people.filter(({ id, isCurrentMember }) => id === owned.ownerId || isCurrentMember)) {
    const until = await informedUntil(trx, id)
    // A person who was not notified yet, such as a member without a channel, does not get the beginning.
    for (const cause of causes.filter(({ happenedAt }) => until > 0 && happenedAt.getTime() > until)) {
      unnotified.set(cause, [...(unnotified.get(cause) ?? []), id])
    }
  }
  for (const [cause, personIds] of unnotified) await notifyOwnerAndMembers(deps, trx, owned, cause, personIds)
}

/** The latest round in which people were notified of something further; 0 if they never were. */
export async function timesNotifiedBefore(trx: Trx, { id }: OpenIncident): Promise<number> {
  const { latest } = await trx
    .selectFrom('alerts')
    .select((eb) => eb.fn.coalesce(eb.fn.max('round'), eb.lit(0)).as('latest'))
    .where('incidentId', '=', id)
    .where('purpose', '=', 'further')
    .executeTakeFirstOrThrow()
  return latest
}
