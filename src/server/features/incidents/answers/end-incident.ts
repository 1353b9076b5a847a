import { isHelp, isNotSpokenTo } from '#core/escalation/incident-cause.ts'
import { type OpenReminder, openReminders, openRemindersForContacts } from '#core/escalation/ladder/open-reminders.ts'
import { inOwnWords } from '#core/escalation/texts/all-is-well.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import {
  causesOf,
  endCauses,
  type IncidentCauseRow,
  openCauses,
  renderContext,
  updateFromCauses,
} from '../causes/incident-causes.ts'
import {
  actorOf,
  inActivity,
  lockIfOpen,
  lockIncident,
  lockIncidentsOf,
  type OpenIncident,
  type PersonToNotify,
  peopleOf,
} from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { notifyAlertedPeople } from '../steps/notify-person.ts'

/**
 * Ends incidents of one loved one well and sends the all-clear to everybody who was alerted, except `except`: once to
 * each person, however many incidents they were alerted of. `how` is a sentence: "Susan says all's well." Does nothing
 * to incidents that have ended well already.
 */
export async function resolveIncidents(
  deps: IncidentDeps,
  trx: Trx,
  incidents: readonly OpenIncident[],
  { how, except, reminders = [] }: { how: string; except?: PersonToNotify; reminders?: readonly OpenReminder[] },
): Promise<void> {
  const notified = new Set([except?.phoneNumber, except?.email].filter((recipient) => typeof recipient === 'string'))
  for (const incident of incidents.filter(({ status }) => status !== 'resolved')) {
    const { id, accountId, lovedOneId, callId } = incident
    const now = deps.clock.now()
    // The all-clear repeats what it was about, as it reads now.
    await updateFromCauses(trx, incident, now)
    const stillOpen = openRemindersForContacts(reminders, renderContext(incident, now))
    const endedHow = [how, stillOpen].filter(Boolean).join(' ')
    await endCauses(trx, id, { at: now })
    await trx
      .updateTable('incidents')
      .set({ status: 'resolved', nextAt: null, endedAt: now, endedHow })
      .where('id', '=', id)
      .execute()
    const people = await peopleOf(trx, id)
    await recordActivity(trx, {
      accountId,
      activityType: 'call_acknowledged',
      description: stillOpen === null ? `All clear for ${incident.name}` : `${incident.name} answered`,
      by: except && actorOf(except),
      details: [
        inOwnWords(how, except && inActivity(except, people) === 'you' ? except.name : null),
        openReminders(reminders, renderContext(incident, now, 'member')),
      ]
        .filter(Boolean)
        .join(' '),
      lovedOneId,
      callId,
    })
    await recordEvent(trx, {
      event: 'call.acknowledged',
      accountId,
      by: except && actorOf(except),
      data: { incidentId: id, callId, lovedOneId, how: 'all_clear' },
    })
    const ended = await lockIncident(trx, id)
    if (ended)
      await notifyAlertedPeople(deps, trx, ended, people, {
        content: { purpose: 'all_clear', how, reminders },
        except,
        notified,
      })
  }
}

/** How a loved one has answered for themselves. */
export interface CheckedIn {
  lovedOneId: number
  /** A sentence: "Margaret rang us." */
  how: string
  /** When, where that was not now. */
  at?: Date | undefined
  /** The call of ours that they answered: whatever it was missed or not understood by is over, whenever that was. */
  answeredCallId?: number
  /** Calls whose reminders they are being asked about. */
  asked?: readonly number[]
}

/**
 * The loved one has answered for themselves: ends the incident in which they were not reached or not understood. A
 * request for help, certain or not, needs a person to close it, not a key that is pressed later: until then nobody gets
 * an all-clear, but the other causes are over. A medication reminder that they have not answered is named as still
 * open, except for `asked`: those are being asked about. What has happened after `at` stays open. Returns how many
 * incidents it ended.
 */
export async function resolveByCheckIn(
  deps: IncidentDeps,
  trx: Trx,
  { lovedOneId, how, at, answeredCallId, asked = [] }: CheckedIn,
): Promise<number> {
  await lockIncidentsOf(trx, lovedOneId)
  const endedSince = new Date(deps.clock.now().getTime() - STILL_OF_INTEREST_MS)
  const found = await readToEnd(trx, { lovedOneId, since: endedSince })
  const incident = await lockIfOpen(trx, found.find(({ endedAt }) => endedAt === null)?.id)
  if (!incident) {
    const givenUp = found.filter(({ endedAt }) => endedAt !== null).map(({ id }) => id)
    return at === undefined || answeredCallId !== undefined ? resolveGivenUp(deps, trx, givenUp, how) : 0
  }
  const causes = openCauses(await causesOf(trx, incident.id))
  const since = causes.filter(
    (cause) =>
      at !== undefined && askedAt(cause) > at && (answeredCallId === undefined || cause.callId !== answeredCallId),
  )
  if (since.length > 0 || causes.some(({ cause }) => isHelp(cause))) {
    const now = deps.clock.now()
    const except = since.map(({ id }) => id)
    await endCauses(trx, incident.id, { at: now, only: ['not_made', 'not_reached', 'unclear'], except })
    await updateFromCauses(trx, incident, now)
    return 0
  }
  const reminders = await remindersAmong(trx, causes, asked)
  await resolveIncidents(deps, trx, [incident], { how, reminders })
  return 1
}

/** From when on an answer covers a cause: a missed call is reported after its tries, and asked at its time. */
const askedAt = ({ cause, scheduledFor, happenedAt }: IncidentCauseRow): Date =>
  isNotSpokenTo(cause) ? (scheduledFor ?? happenedAt) : happenedAt

/** The unanswered medication reminders among the causes of an incident, unanswered even by the call that ends it. */
export async function remindersAmong(
  trx: Db,
  causes: readonly IncidentCauseRow[],
  asked: readonly number[] = [],
): Promise<OpenReminder[]> {
  const callIds = causes.flatMap(({ callId }) => (callId !== null && !asked.includes(callId) ? [callId] : []))
  if (callIds.length === 0) return []
  const calls = await trx
    .selectFrom('calls')
    .select(['id', 'scheduledFor'])
    .where('id', 'in', callIds)
    .where('callType', '=', 'medication_reminder')
    .where('status', '<>', 'completed')
    .execute()
  const notMade = new Set(causes.flatMap(({ callId, cause }) => (cause === 'not_made' ? [callId] : [])))
  return calls.map(({ id, scheduledFor }) => ({ scheduledFor, wasRung: !notMade.has(id) }))
}

/** How long a check-in still ends an incident well that was given up. Old releases gave incidents up. */
const STILL_OF_INTEREST_MS = 24 * 3_600_000

/** The incident that is open, and those that were given up. */
const readToEnd = preparedStatement((db, { lovedOneId, since }: { lovedOneId: Param<number>; since: Param<Date> }) =>
  db
    .selectFrom('incidents')
    .select(['id', 'endedAt'])
    .where('lovedOneId', '=', lovedOneId)
    .where(({ eb, or, and }) =>
      or([
        eb('endedAt', 'is', null),
        and([
          eb('status', '=', 'unresolved'),
          eb('cause', 'in', ['not_made', 'not_reached', 'unclear']),
          eb('endedAt', '>=', since),
        ]),
      ]),
    )
    .orderBy('id'),
)

async function resolveGivenUp(deps: IncidentDeps, trx: Trx, givenUp: readonly number[], how: string): Promise<number> {
  const locked: OpenIncident[] = []
  for (const id of givenUp) {
    const incident = await lockIncident(trx, id)
    if (incident?.status === 'unresolved') locked.push(incident)
  }
  if (locked.length === 0) return 0
  await resolveIncidents(deps, trx, locked, { how })
  return locked.length
}
