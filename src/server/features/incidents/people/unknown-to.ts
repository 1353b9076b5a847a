import { isHelp } from '#core/escalation/incident-cause.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { IncidentAnswered } from '../answers/incident-answer.ts'
import { causesOf, type IncidentCauseRow, openCauses } from '../causes/incident-causes.ts'
import type { OpenIncident, PersonToNotify } from '../causes/incident-state.ts'

/** Kinds of message that contain everything the incident was about when they were written. */
const NOTIFIES_ALL = ['alert', 'further', 'nobody_reached', 'unresolved'] as const

/**
 * Notes that a person hears now, or has just been written, everything their incident is about. Writes only when
 * something changed.
 */
export async function noteInformed(db: Db, incidentPersonId: number, now: Date): Promise<void> {
  await db
    .updateTable('incidentPeople')
    .set({ informedAt: now })
    .where('id', '=', incidentPersonId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('incidentCauses')
          .select('incidentCauses.id')
          .whereRef('incidentCauses.incidentId', '=', 'incidentPeople.incidentId')
          .where((eb) =>
            eb.or([
              eb('incidentPeople.informedAt', 'is', null),
              eb(
                eb.fn.coalesce('incidentCauses.askedAgainAt', 'incidentCauses.happenedAt'),
                '>=',
                eb.ref('incidentPeople.informedAt'),
              ),
            ]),
          ),
      ),
    )
    .execute()
}

/**
 * The most severe of the open causes that this person did not know of when they answered: null when the answer counts.
 * An all-clear must come from somebody who knew of every request for help and of words nobody understood. An answer
 * written before a cause is no all-clear of it, and takes on or declines only what was open then.
 */
export async function unknownTo(
  trx: Trx,
  { incidentId, incidentPersonId, answer, sentAt, seenAt, heardAt }: IncidentAnswered,
): Promise<IncidentCauseRow | null> {
  const causes = openCauses(await causesOf(trx, incidentId))
  const asked = causes.filter(isInWords)
  const since = causes.filter((cause) => sentAt !== undefined && latestOf(cause) > sentAt)
  if (since.length > 0 && (answer.kind === 'ok' || since.length === causes.length)) return since[0] ?? null
  if (answer.kind !== 'ok') return asked.find((cause) => since.includes(cause)) ?? null
  if (asked.length === 0) return null
  // An answer on a page is about what the page showed, and one on the phone about what was said there, whatever else
  // its person was sent meanwhile.
  const knownAt = seenAt?.getTime() ?? (await informedUntil(trx, incidentPersonId, heardAt))
  return asked.find((cause) => latestOf(cause).getTime() > knownAt) ?? null
}

/** When help was last asked for, or words were not understood, of what is open; null: it is about no words. */
export function lastAskedAt(causes: readonly IncidentCauseRow[]): Date | null {
  const times = openCauses(causes)
    .filter(isInWords)
    .map((cause) => latestOf(cause).getTime())
  return times.length > 0 ? new Date(Math.max(...times)) : null
}

const isInWords = ({ cause }: IncidentCauseRow): boolean => isHelp(cause) || cause === 'unclear'

/** When it happened, or help was last asked for. */
export const latestOf = ({ happenedAt, askedAgainAt }: IncidentCauseRow): Date => askedAgainAt ?? happenedAt

/**
 * Whether a person has answered an incident again since they wrote the answer that was found only now: the later answer
 * counts.
 */
export async function isOvertaken(
  trx: Trx,
  { ownerId, ownedAt }: Pick<OpenIncident, 'ownerId' | 'ownedAt'>,
  { id, declinedAt }: Pick<PersonToNotify, 'id' | 'declinedAt'>,
  sentAt: Date,
): Promise<boolean> {
  if (declinedAt !== null && declinedAt > sentAt) return true
  if (ownerId === id && ownedAt !== null && ownedAt > sentAt) return true
  const later = await trx
    .selectFrom('alerts')
    .select('id')
    .where('incidentPersonId', '=', id)
    .where('answeredAt', '>', sentAt)
    .limit(1)
    .executeTakeFirst()
  return later !== undefined
}

/**
 * The latest time at which a person was notified of everything the incident was about, in milliseconds; 0 if they never
 * were. With `heardAt` they have been on the phone since then: what was written to them meanwhile, they cannot know yet.
 */
export async function informedUntil(trx: Trx, incidentPersonId: number, heardAt?: Date): Promise<number> {
  const notified = await trx
    .selectFrom('incidentPeople')
    .leftJoin('alerts', (join) =>
      join.onRef('alerts.incidentPersonId', '=', 'incidentPeople.id').on('alerts.purpose', 'in', NOTIFIES_ALL),
    )
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .select(['incidentPeople.informedAt', 'alerts.channel', 'alerts.createdAt', 'alertCalls.answeredAt'])
    .select('alerts.messageResult')
    // Waits still, or did not go out. Old messages are deleted: they were sent.
    .select((eb) =>
      eb
        .and([
          eb('messages.id', 'is not', null),
          eb.or([
            eb('messages.sentAt', 'is', null),
            eb('messages.failedAt', 'is not', null),
            eb('messages.delivery', '=', 'failed'),
          ]),
        ])
        .as('wasNotSent'),
    )
    .where('incidentPeople.id', '=', incidentPersonId)
    .execute()
  // A phone that only rang said nothing: the news is as old as the answer of the call.
  const times = notified.flatMap(({ informedAt, channel, createdAt, answeredAt, messageResult, wasNotSent }) => {
    const isTooNew = heardAt !== undefined && createdAt !== null && createdAt >= heardAt
    const wasWritten = messageResult !== 'suppressed' && !wasNotSent && !isTooNew
    return [informedAt, channel === 'call' ? answeredAt : wasWritten ? createdAt : null]
  })
  return Math.max(0, ...times.map((time) => time?.getTime() ?? 0))
}
