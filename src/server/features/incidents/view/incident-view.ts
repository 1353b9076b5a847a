import type { Incident } from '#contract/calls/incidents.ts'
import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import { causeInWords, causesInWords, detailOfForm } from '#core/escalation/causes-in-words.ts'
import { nextStepInWords } from '#core/escalation/ladder/next-step-in-words.ts'
import { leavesReminderOpen, openReminders } from '#core/escalation/ladder/open-reminders.ts'
import { inOwnWords } from '#core/escalation/texts/all-is-well.ts'
import type { Db } from '#server/platform/database/database.ts'
import { remindersAmong } from '../answers/end-incident.ts'
import {
  aboutNow,
  asksAgainBy,
  causesOf,
  heardFirst,
  heardIn,
  type IncidentCauseRow,
  type Reader,
  renderContext,
} from '../causes/incident-causes.ts'
import {
  fullName,
  lastAnsweredAt,
  type OpenIncident,
  type PersonToNotify,
  peopleOf,
  renderedFor,
  selectIncident,
} from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { isStillMemberOrContact } from '../people/contacts-to-notify.ts'
import { addressOf } from './address-of.ts'
import { type AlertInWords, alertsInWords } from './alerts-in-words.ts'

/** An incident as this one of its people may see it; null when it was removed, or the person is not on the list any more. */
export async function viewIncident(
  deps: Pick<IncidentDeps, 'db' | 'clock' | 'sealing'>,
  incidentPersonId: number,
): Promise<Incident | null> {
  const { db, clock } = deps
  const found = await selectIncident(db)
    .innerJoin('incidentPeople', 'incidentPeople.incidentId', 'incidents.id')
    .where('incidentPeople.id', '=', incidentPersonId)
    .executeTakeFirst()
  if (!found) return null
  const causes = await causesOf(db, found.id)
  const [people, alerts, attempts, lastAnswered] = await Promise.all([
    peopleOf(db, found.id),
    alertsInWords(db, found.id),
    attemptsOf(
      db,
      causes.flatMap(({ callId }) => callId ?? []),
    ),
    lastAnsweredAt(db, found.lovedOneId),
  ])
  const you = people.find(({ id }) => id === incidentPersonId)
  if (!you || !(await isStillMemberOrContact(db, found, you))) return null
  const incident = renderedFor(found, you)
  const { headline, detail } = aboutNow(incident, causes, clock.now(), you.role)
  const { isCurrentMember, mayHear } = you
  const owner = people.find(({ id }) => incident.status === 'owned' && id === incident.ownerId) ?? null
  const aboutOf = aboutAt(incident, causes, clock.now(), you.role)
  const notified = notifiedPeople(people, alerts, { you, owner, aboutAt: aboutOf })
  return {
    status: incident.status,
    lovedOne: { name: incident.name, phoneNumber: incident.lovedOnePhone, timezone: incident.timezone },
    askedBy: fullName(incident),
    you: { name: you.name, hasDeclined: you.declinedAt !== null },
    cause: incident.cause,
    headline,
    detail,
    heard: mayHear ? heardFirst(deps, causes) : null,
    causes: causes.map((cause) => ({
      cause: cause.cause,
      headline: causeInWords(cause, renderContext(incident, clock.now(), you.role)),
      detail: detailOfForm([cause]),
      heard: mayHear ? heardIn(deps, cause) : null,
      at: (cause.scheduledFor ?? cause.happenedAt).toISOString(),
      isOver: cause.endedAt !== null,
      isWithdrawn: cause.withdrawnAt !== null,
    })),
    nextStep: nextStepInWords(
      {
        ...incident,
        hasContacts: people.some(({ role }) => role === 'contact'),
        hasOwnTime: isCurrentMember,
        ownerName: owner?.name ?? null,
        youAreOwner: owner?.id === you.id,
        asksBy: asksAgainBy(causes),
      },
      clock.now(),
    ),
    openedAt: beginningOf(incident, causes).toISOString(),
    lastAnsweredAt: lastAnswered?.toISOString() ?? null,
    attempts,
    notified,
    told: notified,
    owner: owner && ownership(incident, owner, you),
    ended: incident.endedAt && {
      at: incident.endedAt.toISOString(),
      how: [inOwnWords(incident.endedHow ?? '', you.name), isCurrentMember && (await stillOpen(deps, incident, causes))]
        .filter(Boolean)
        .join(' '),
      isReminderOpen: leavesReminderOpen(incident.endedHow),
    },
    isWithdrawn: incident.withdrawnAt !== null,
    place: owner?.id === you.id || isCurrentMember ? await addressOf(deps, incident) : null,
    asOf: clock.now().toISOString(),
    detailsPath: isCurrentMember && incident.callId !== null ? `/calls/details/${incident.callId}` : null,
  }
}

/** What was due, or happened, first: after an outage that was days before anybody could be notified. */
function beginningOf({ openedAt }: OpenIncident, causes: readonly IncidentCauseRow[]): Date {
  const times = causes.map(({ scheduledFor, happenedAt }) => (scheduledFor ?? happenedAt).getTime())
  return new Date(Math.min(openedAt.getTime(), ...times))
}

/** The words that members read beside how it ended. */
async function stillOpen(
  { db, clock }: Pick<IncidentDeps, 'db' | 'clock'>,
  incident: OpenIncident,
  causes: readonly IncidentCauseRow[],
): Promise<string | null> {
  if (!leavesReminderOpen(incident.endedHow)) return null
  return openReminders(await remindersAmong(db, causes), renderContext(incident, clock.now(), 'member'))
}

/**
 * What an alert of that moment said: the most severe and latest cause that was known then. Null when there is only one
 * cause.
 */
function aboutAt(incident: OpenIncident, causes: readonly IncidentCauseRow[], now: Date, reader: Reader) {
  return (at: Date): string | null => {
    if (causes.length < 2) return null
    const known = causes.filter(({ happenedAt }) => happenedAt <= at)
    const [headline = null] = causesInWords(known, renderContext(incident, now, reader))
    return headline
  }
}

function notifiedPeople(
  people: readonly PersonToNotify[],
  alerts: readonly AlertInWords[],
  { you, owner, aboutAt }: { you: PersonToNotify; owner: PersonToNotify | null; aboutAt: (at: Date) => string | null },
) {
  return people.flatMap(({ id, name, declinedAt }): Incident['notified'] => {
    const own = alerts.filter(({ incidentPersonId }) => incidentPersonId === id)
    if (own.length === 0) return []
    const inWords = own.map(({ at, channel, outcome, isLastWord }) => ({
      ...{ at: at.toISOString(), channel, outcome },
      about: isLastWord ? 'Nobody is checking yet' : aboutAt(at),
    }))
    const who = { name, isYou: id === you.id, isOwner: id === owner?.id, hasDeclined: declinedAt !== null }
    return [{ ...who, alerts: inWords }]
  })
}

function ownership(
  { intent, etaMinutes, ownedAt, nextAt }: OpenIncident,
  owner: PersonToNotify,
  you: PersonToNotify,
): Incident['owner'] {
  if (!ownedAt || !nextAt) return null
  return {
    name: owner.name,
    isYou: owner.id === you.id,
    intent: intent ?? 'calling',
    minutes: etaMinutes,
    since: ownedAt.toISOString(),
    until: nextAt.toISOString(),
  }
}

/** None of these words says what kind of call it was: contacts need not know. */
const OUTCOMES: Record<AttemptOutcome, string> = {
  acknowledged: 'answered',
  help: 'answered, and asked for help',
  not_yet: 'answered, and asked us to ring again',
  no_answer: 'no answer',
  busy: 'busy',
  no_response: 'answered, but nobody responded',
  not_understood: 'answered, but we could not understand',
  machine: 'an answering machine picked up',
  rejected: 'the number was refused',
  failed: "didn't go through",
}

async function attemptsOf(db: Db, callIds: readonly number[]): Promise<Incident['attempts']> {
  if (callIds.length === 0) return []
  const rows = await db
    .selectFrom('attempts')
    .select(['startedAt', 'answeredAt', 'outcome'])
    .where('callId', 'in', [...callIds])
    // A call that the provider did not take never rang.
    .where('state', '<>', 'not_placed')
    .where((eb) => eb.or([eb('state', '=', 'ended'), eb('providerCallId', 'is not', null)]))
    .orderBy('id')
    .execute()
  return rows.map(({ startedAt, answeredAt, outcome }) => ({
    at: startedAt.toISOString(),
    outcome: outcome ? OUTCOMES[outcome] : answeredAt === null ? 'ringing now' : 'on the phone now',
    hasRung: outcome !== 'rejected',
  }))
}
