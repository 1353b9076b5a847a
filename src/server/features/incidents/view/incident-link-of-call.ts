import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import { linkFor } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { readerIdOf } from './reader-id-of.ts'

/**
 * The path of a member's own page of a call's incident; null without an incident, after its links
 * have expired, and to a reader who may not answer.
 */
export async function incidentLinkOfCall(
  deps: Pick<IncidentDeps, 'db' | 'clock' | 'links' | 'escalation'>,
  reader: Pick<ReadAccount, 'id' | 'by' | 'mayAnswer'>,
  callId: number,
): Promise<string | null> {
  if (reader.mayAnswer === false) return null
  const [you] = await readPerson(deps.db, { callId, personId: await readerIdOf(deps.db, reader) })
  if (!you) return null
  const expiredAt = you.endedAt && Math.max(you.openedAt.getTime(), you.endedAt.getTime()) + deps.escalation.linkMs
  if (expiredAt !== null && expiredAt < deps.clock.now().getTime()) return null
  return linkFor({ ...deps, publicUrl: '' }, you, you)
}

const readPerson = preparedStatement((db, { callId, personId }: { callId: Param<number>; personId: Param<number> }) =>
  db
    .selectFrom('incidentCauses')
    .innerJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
    .innerJoin('incidentPeople', 'incidentPeople.incidentId', 'incidents.id')
    .select(['incidentPeople.id', 'incidents.openedAt', 'incidents.endedAt'])
    .where('incidentCauses.callId', '=', callId)
    .where('incidentPeople.personId', '=', personId),
)
