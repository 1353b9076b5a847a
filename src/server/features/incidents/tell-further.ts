import { causeInWords, detailOfKind } from '#core/escalation/causes-in-words.ts'
import { isHelp } from '#core/escalation/incident-cause.ts'
import type { Trx } from '#server/platform/database.ts'
import type { IncidentDeps } from './deps.ts'
import { type IncidentCauseRow, readingOf } from './incident-causes.ts'
import { type OpenIncident, type PersonToTell, peopleOf } from './incident-state.ts'
import { isStillListed } from './listed-people.ts'
import { tellPerson } from './tell-person.ts'
import { writtenChannels } from './written-channels.ts'

/**
 * Something else has happened while an incident is open, and nobody is to be disturbed for it: its owner is told by their
 * written channels, the account holder by mail. An account holder who takes no mail gets the text message.
 */
export async function tellFurther(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  news: IncidentCauseRow,
): Promise<void> {
  const people = await peopleOf(trx, incident.id)
  const owner = people.find(({ id }) => incident.status === 'owned' && id === incident.ownerId)
  const round = (await timesToldBefore(trx, incident)) + 1
  for (const person of people) {
    const isOwner = person.id === owner?.id
    if (!isOwner && person.role !== 'account_holder') continue
    if (!(await isStillListed(trx, incident, person))) continue
    const telling = {
      purpose: 'further',
      news: causeInWords(news, readingOf(incident, deps.clock.now(), person.role)),
      detail: detailOfKind([news]),
      ownerName: owner?.name ?? null,
      isOwner,
    } as const
    for (const channel of await channelsOf(trx, incident, person, isOwner || isHelp(news.cause))) {
      await tellPerson(deps, trx, incident, person, { channel, round, telling })
    }
  }
}

async function channelsOf(trx: Trx, incident: OpenIncident, person: PersonToTell, byAll: boolean) {
  const { channels } = await writtenChannels(trx, incident, person, 'further')
  return byAll || !channels.includes('email') ? channels : (['email'] as const)
}

/** The latest round in which people were told something further; 0 where they never were. */
export async function timesToldBefore(trx: Trx, { id }: OpenIncident): Promise<number> {
  const { latest } = await trx
    .selectFrom('alerts')
    .select((eb) => eb.fn.coalesce(eb.fn.max('round'), eb.lit(0)).as('latest'))
    .where('incidentId', '=', id)
    .where('purpose', '=', 'further')
    .executeTakeFirstOrThrow()
  return latest
}
