import { causeInWords } from '#core/escalation/causes-in-words.ts'
import { saysAllIsWell } from '#core/escalation/texts/all-is-well.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { ESCALATING_STATUSES } from '../alert-calls/alert-state.ts'
import { renderContext } from '../causes/incident-causes.ts'
import {
  actorOf,
  inActivity,
  lockIncident,
  type OpenIncident,
  type PersonToNotify,
  peopleOf,
  renderedFor,
} from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { isStillMemberOrContact } from '../people/contacts-to-notify.ts'
import { isOvertaken, latestOf, noteInformed, unknownTo } from '../people/unknown-to.ts'
import { notifyRemainingPeople } from '../steps/notify-owner-and-members.ts'
import { notifyAlertedPeople } from '../steps/notify-person.ts'
import { resumeEscalation } from '../steps/resume-escalation.ts'
import { wasNotifiedSince } from './answers-noted.ts'
import { resolveIncidents } from './end-incident.ts'
import type { AnswerResult, IncidentAnswer, IncidentAnswered } from './incident-answer.ts'
import { ownedUntil } from './owned-until.ts'

const MINUTE_MS = 60_000
/** An owner who keeps changing their mind would send everybody a text message each time. */
const ENOUGH_NEWS_MS = 5 * MINUTE_MS

/**
 * Acknowledges an alert: applies what a person says about an incident, by page, key or text. The first to acknowledge owns
 * it until they report back or their time is over; nobody else is alerted meanwhile, and everybody who was is notified of
 * the owner. Acknowledging twice only extends the time.
 */
export async function answerIncident(
  deps: IncidentDeps,
  trx: Trx,
  { incidentId, incidentPersonId, answer, sentAt, seenAt, heardAt }: IncidentAnswered,
): Promise<AnswerResult> {
  const incident = await lockIncident(trx, incidentId)
  const people = incident ? await peopleOf(trx, incidentId) : []
  const person = people.find(({ id }) => id === incidentPersonId)
  if (!incident || !person) return { kind: 'gone' }
  if (!(await isStillMemberOrContact(trx, incident, person))) return { kind: 'not_listed' }
  if (incident.endedAt !== null) return { kind: 'over', how: howItEnded(incident) }
  if (sentAt !== undefined && (await isOvertaken(trx, incident, person, sentAt))) return { kind: 'overtaken' }
  const unknown = await unknownTo(trx, { incidentId, incidentPersonId, answer, sentAt, seenAt, heardAt })
  if (unknown) {
    // The text about the refusal explains it: an answer to that text counts. A page shows it by itself, and says so
    // with the next answer.
    if (seenAt === undefined) await noteInformed(trx, incidentPersonId, deps.clock.now())
    const context = renderContext(renderedFor(incident, person), deps.clock.now(), person.role)
    const headline = unknown.askedAgainAt
      ? `${sentNameOr(incident.name)} asked for help again`
      : causeInWords(unknown, context)
    return { kind: 'asked_since', headline, isLate: sentAt !== undefined && latestOf(unknown) > sentAt }
  }
  // Saying that all is well acknowledges and ends it; "I can't" acknowledges nothing.
  switch (answer.kind) {
    case 'ok':
      await resolveIncidents(deps, trx, [incident], {
        how: saysAllIsWell(person.name),
        except: person,
      })
      return { kind: 'resolved' }
    case 'cannot':
      if (person.declinedAt === null) await decline(deps, trx, incident, person, people)
      return { kind: 'declined', ownerName: ownerBeside(person, incident, people) }
    case 'calling':
    case 'going': {
      const owner = people.find(({ id }) => id === incident.ownerId)
      if (incident.status === 'owned' && owner && owner.id !== person.id)
        return { kind: 'owned', ownerName: owner.name }
      await take(deps, trx, incident, { person, people, answer })
      return { kind: 'took' }
    }
  }
}

/** The owner, if that is somebody else. */
function ownerBeside(
  { id }: PersonToNotify,
  { status, ownerId }: OpenIncident,
  people: readonly PersonToNotify[],
): string | null {
  if (status !== 'owned' || ownerId === id) return null
  return people.find((person) => person.id === ownerId)?.name ?? null
}

/** A withdrawn incident has no all-clear: its people are told that it was a mistake. */
function howItEnded({ endedHow, withdrawnAt }: OpenIncident): string {
  return `${withdrawnAt === null ? '' : 'Our alert was a mistake. '}${endedHow ?? ''}`
}

async function decline(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToNotify,
  people: readonly PersonToNotify[],
): Promise<void> {
  const now = deps.clock.now()
  const said = inActivity(person, people)
  await trx.updateTable('incidentPeople').set({ declinedAt: now }).where('id', '=', person.id).execute()
  await recordActivity(trx, {
    accountId: incident.accountId,
    activityType: 'call_escalated',
    description: `${said === 'you' ? 'You' : said} can't check on ${shortName(incident.name)}`,
    by: actorOf(person),
    lovedOneId: incident.lovedOneId,
    callId: incident.callId,
  })
  const isOwner = incident.status === 'owned' && incident.ownerId === person.id
  if (!isOwner) {
    // The next person at once: there is no point in waiting for somebody who has said no.
    await trx
      .updateTable('incidents')
      .set({ nextAt: now })
      .where('id', '=', incident.id)
      .where('status', 'in', ESCALATING_STATUSES)
      .where('nextAt', '>', now)
      .execute()
    return
  }
  await resumeEscalation(deps, trx, incident.id)
  // They had been notified that they need not do anything.
  const why = `${sentNameOr(person.name)} can't check on ${sentNameOr(incident.name)} after all.`
  await notifyAlertedPeople(deps, trx, incident, people, {
    content: { purpose: 'given_back', why },
    except: person,
  })
}

async function take(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  taking: {
    person: PersonToNotify
    people: readonly PersonToNotify[]
    answer: Extract<IncidentAnswer, { kind: 'calling' | 'going' }>
  },
): Promise<void> {
  const { person, people, answer } = taking
  const now = deps.clock.now()
  const etaMinutes = answer.kind === 'going' ? answer.minutes : null
  await trx
    .updateTable('incidents')
    .set({ status: 'owned', ownerId: person.id, intent: answer.kind, etaMinutes, ownedAt: now })
    .set({ nextAt: ownedUntil(deps.escalation, etaMinutes, now) })
    .where('id', '=', incident.id)
    .execute()
  await trx.updateTable('incidentPeople').set({ declinedAt: null }).where('id', '=', person.id).execute()
  await notifyRemainingPeople(deps, trx, { ...incident, status: 'owned', ownerId: person.id })
  const isNews = incident.ownerId !== person.id || incident.intent !== answer.kind || incident.etaMinutes !== etaMinutes
  if (!isNews) return
  const doing = answer.kind === 'calling' ? 'calling now' : `on the way, about ${minutesInWords(answer.minutes)}`
  const { accountId, lovedOneId, callId } = incident
  const who = inActivity(person, people)
  await recordActivity(trx, {
    accountId,
    activityType: 'call_acknowledged',
    description: `${who === 'you' ? "You're" : `${who} is`} checking on ${shortName(incident.name)}`,
    by: actorOf(person),
    details: `${doing.charAt(0).toUpperCase()}${doing.slice(1)}`,
    lovedOneId,
    callId,
  })
  await recordEvent(trx, {
    event: 'call.acknowledged',
    accountId,
    by: actorOf(person),
    data: { incidentId: incident.id, callId, lovedOneId, how: answer.kind },
  })
  const recently = new Date(now.getTime() - ENOUGH_NEWS_MS)
  if (incident.ownerId === person.id && (await wasNotifiedSince(trx, incident, 'owned', recently))) return
  const content = { purpose: 'owned', ownerName: person.name, doing } as const
  await notifyAlertedPeople(deps, trx, incident, people, { content, except: person })
}

function minutesInWords(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
