import { sql } from 'kysely'
import { CAUSES_BY_SEVERITY, isHelp } from '#core/escalation/incident-cause.ts'
import { type AlertChannel, nextEscalationStep } from '#core/escalation/ladder/ladder.ts'
import type { EscalationResult } from '#core/escalation/texts/alert-texts.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { stuckText } from '#core/escalation/texts/stuck-text.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { notifyMembers } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { claimDue, type DueRow } from '#server/platform/due-work/due-rows.ts'
import { type DueWork, runDueWork } from '#server/platform/due-work/run-due-work.ts'
import { writeAlertCall } from '../alert-calls/alert-calls.ts'
import { supersedeDroppedAlerts } from '../alerts/supersede-dropped-alerts.ts'
import { causesOf, reachedBy, updateFromCauses } from '../causes/incident-causes.ts'
import {
  lockIncident,
  type OpenIncident,
  type PersonToNotify,
  peopleOf,
  selectIncident,
} from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { contactsToNotify } from '../people/contacts-to-notify.ts'
import { delayForCatchUp } from '../people/delay-contacts.ts'
import { membersNow } from '../people/members-now.ts'
import { syncMembers } from '../people/sync-members.ts'
import { withoutRefusal } from '../people/without-refusal.ts'
import { extendOwnership } from './extend-ownership.ts'
import { notifyAlertedPeople, notifyPerson } from './notify-person.ts'
import { readLadder } from './read-ladder.ts'
import { resumeEscalation } from './resume-escalation.ts'

const BATCH_SIZE = 20

/** A step that fails is retried after this time at the latest: help cannot wait. */
const LONGEST_WAIT_MS = 30_000
/** The members are notified of a step that has failed this often, over some three minutes. */
const FAILURES_BEFORE_NOTIFIED = 11

/**
 * Takes the next step of every incident whose time has come, the most severe first: notifies one more person, takes an
 * incident back from an owner who did not report, or begins the next round. Each step is one transaction, which also
 * writes down what follows, so a crash repeats nothing and loses nothing. Returns how many steps were taken.
 */
export function advanceIncidents(deps: IncidentDeps): Promise<number> {
  return runDueWork(deps, incidentSteps(deps))
}

/** A step is one transaction that locks its incident: a step that takes longer than this is still taken once. */
const LEASE_MS = 5_000
const INCIDENTS = { table: 'incidents', key: 'id' } as const

interface DueIncident extends DueRow {
  id: number
}

/** Exported for the test that drives every kind of due work through the same faults. */
export function incidentSteps(deps: IncidentDeps): DueWork<DueIncident> {
  const first = sql`array_position(${sql.lit(`{${CAUSES_BY_SEVERITY.join(',')}}`)}::text[], cause)`
  return {
    name: 'incident step',
    table: INCIDENTS,
    longestWaitMs: LONGEST_WAIT_MS,
    claim: (now) => claimDue(deps.db, INCIDENTS, { now, leaseMs: LEASE_MS, limit: BATCH_SIZE, columns: ['id'], first }),
    run: async ({ id }) => ((await takeStep(deps, id)) ? 'ran' : 'locked'),
    isExhausted: (_incident, failures) => failures >= FAILURES_BEFORE_NOTIFIED,
    giveUp: ({ id }) => notifyStuck(deps, id),
    keyOf: ({ id }) => id,
    idsOf: ({ id }) => ({ incidentId: id }),
  }
}

/**
 * Notifies the members that nobody else is asked, because the steps keep failing. Once for each time
 * that it begins.
 */
async function notifyStuck(deps: IncidentDeps, incidentId: number): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const incident = await selectIncident(trx).where('incidents.id', '=', incidentId).executeTakeFirst()
    if (!incident || incident.nextAt === null) return
    const text = stuckText({
      name: sentNameOr(incident.name),
      phone: displayPhone(incident.lovedOnePhone),
      headline: incident.headline,
      asksBy: reachedBy(await causesOf(trx, incidentId)),
    })
    await notifyMembers(deps, trx, {
      accountId: incident.accountId,
      kind: 'missedCalls',
      text,
      key: `incident:${incidentId}:stuck:${incident.escalationStartedAt.getTime()}`,
      isAlert: true,
    })
  })
}

async function takeStep(deps: IncidentDeps, incidentId: number): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const incident = await selectIncident(trx)
      .where('incidents.id', '=', incidentId)
      .where('nextAt', '<=', deps.clock.now())
      .modifyEnd(sql`for key share of loved_ones skip locked for update of incidents skip locked`)
      .executeTakeFirst()
    if (!incident) return false
    if (incident.status === 'owned') {
      if (await extendOwnership(deps, trx, incident)) return true
      await reclaim(deps, trx, incident)
    }
    if (await delayForCatchUp(deps, trx, incident)) return true
    // Where ownership expired, its rounds have started over: what was read before is no longer so.
    const current = incident.status === 'owned' ? await lockIncident(trx, incidentId) : incident
    if (current) await step(deps, trx, current, await peopleNow(deps, trx, current))
    return true
  })
}

/**
 * The people of an incident as members and list are now, contacts in the order of the list: people added since are
 * notified too, people removed, and members who are away, are not.
 */
async function peopleNow(deps: IncidentDeps, trx: Trx, incident: OpenIncident): Promise<PersonToNotify[]> {
  const { id: incidentId, accountId, lovedOneId } = incident
  // Of this incident alone: an organisation may have hundreds open, and each takes its own steps.
  await syncMembers(trx, { accountId, incidentId }, deps.clock.now())
  const people = await peopleOf(trx, incidentId)
  const listed = await contactsToNotify(trx, lovedOneId)
  const added = listed.filter(
    (person) => !people.some(({ role, phoneNumber }) => role === 'contact' && phoneNumber === person.phoneNumber),
  )
  if (added.length > 0) {
    const contact = { incidentId, role: 'contact' as const, email: null }
    const last = Math.max(...people.map(({ position }) => position))
    await trx
      .insertInto('incidentPeople')
      .values(
        added.map(({ name, phoneNumber }, index) => ({
          ...contact,
          ...{ name, phoneNumber, position: last + 1 + index },
        })),
      )
      .execute()
  }
  const all = added.length > 0 ? await peopleOf(trx, incidentId) : people
  const contacts = listed.flatMap((person) =>
    all.filter(({ role, phoneNumber }) => role === 'contact' && phoneNumber === person.phoneNumber),
  )
  return [...(await membersNow(deps, trx, incident, all)), ...contacts]
}

/** Takes one step, computed from the alerts already sent: a step taken early changes nothing. */
async function step(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToNotify[],
): Promise<void> {
  const now = deps.clock.now()
  // Yesterday's news is given with its date, also by phone.
  await updateFromCauses(trx, incident, now)
  await supersedeDroppedAlerts(trx, incident, now)
  const ladder = await readLadder(deps, trx, incident, people, now)
  const next = nextEscalationStep(ladder, deps.escalation, now)
  switch (next.kind) {
    case 'wait':
      return setNextAt(trx, incident, next.until)
    case 'notify': {
      const person = people.find(({ id }) => id === next.incidentPersonId)
      if (!person) throw new Error(`Incident ${incident.id} has no person ${next.incidentPersonId}`)
      const alertId = await notifyByChannel(deps, trx, incident, { person, people, channel: next.channel })
      // A step that could not be written would be due again at once, in an endless loop.
      if (alertId === null) throw new Error(`Incident ${incident.id} has notified person ${person.id} of it before`)
      const { incidentPersonId, channel } = next
      const notified = [
        ...ladder.notified,
        { incidentPersonId, channel, round: incident.round, at: now, noAnswerExpected: false },
      ]
      const after = nextEscalationStep({ ...ladder, notified }, deps.escalation, now)
      return setNextAt(trx, incident, after.kind === 'wait' ? after.until : now)
    }
    case 'next_round': {
      const wasReached = await notifyIfNobodyWasReached(deps, trx, incident, people)
      if (next.isPause && incident.pauses === 0) {
        const isOnPhone = ladder.people.some(({ isMember, isOnPhone }) => isMember && isOnPhone)
        const isNotRung = isOnPhone || (ladder.isAtCapacity && !isHelp(incident.cause))
        await notifyUnowned(deps, trx, incident, { people, wasReached, isNotRung })
      }
      await trx
        .updateTable('incidents')
        .set({ round: incident.round + 1, roundStartsAt: next.at, pauses: incident.pauses + (next.isPause ? 1 : 0) })
        .set({ nextAt: next.at })
        .where('id', '=', incident.id)
        .execute()
    }
  }
}

async function setNextAt(trx: Trx, incident: OpenIncident, nextAt: Date) {
  await trx.updateTable('incidents').set({ nextAt }).where('id', '=', incident.id).execute()
}

async function notifyByChannel(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  { person, people, channel }: { person: PersonToNotify; people: readonly PersonToNotify[]; channel: AlertChannel },
): Promise<number | null> {
  const { round } = incident
  if (person.declinedAt !== null) {
    // A member who said "I can't" is asked again only when nobody else is left: clear the answer.
    await trx.updateTable('incidentPeople').set({ declinedAt: null }).where('id', '=', person.id).execute()
  }
  if (channel === 'call') return writeAlertCall(deps, trx, incident, person, { round, purpose: 'alert' })
  const contacts = people.filter(({ role }) => role === 'contact')
  const reachable = await withoutRefusal(deps, trx, contacts)
  const able = reachable.filter(({ declinedAt }) => declinedAt === null)
  const willNotify = contacts.length > 0 && able.length === 0 ? null : able.map(({ name }) => name)
  return notifyPerson(deps, trx, incident, person, { channel, round, content: { purpose: 'alert', willNotify } })
}

/** After a round in which nothing arrived and no phone rang. Returns whether any contact may have been reached in it. */
async function notifyIfNobodyWasReached(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToNotify[],
): Promise<boolean> {
  if (!people.some(({ role }) => role === 'contact')) return true
  const notified = await trx
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .select(({ eb, or, and }) =>
      or([
        and([
          eb('alerts.channel', '=', 'call'),
          // One that is queued or rings has none yet, and may still arrive.
          eb(eb.fn.coalesce('alertCalls.outcome', eb.val('no_answer')), 'not in', ['rejected', 'failed', 'limit']),
        ]),
        and([
          eb('alerts.channel', '=', 'sms'),
          eb('messages.failedAt', 'is', null),
          eb(eb.fn.coalesce('messages.delivery', eb.val('delivered')), '<>', 'failed'),
        ]),
      ]).as('hasArrived'),
    )
    .where('alerts.incidentId', '=', incident.id)
    .where('alerts.purpose', '=', 'alert')
    .where('alerts.round', '=', incident.round)
    .where('alerts.supersededAt', 'is', null)
    .where('incidentPeople.role', '=', 'contact')
    .execute()
  // If all have said that they can't, nobody was notified, and nothing has failed.
  if (notified.length === 0 || notified.some(({ hasArrived }) => hasArrived)) return true
  for (const member of people.filter(({ isCurrentMember }) => isCurrentMember)) {
    for (const channel of ['email', 'sms'] as const) {
      // Once: the next round changes nothing about it.
      await notifyPerson(deps, trx, incident, member, {
        channel,
        round: 1,
        content: { purpose: 'nobody_reached' },
      })
    }
  }
  return false
}

/** Ownership expired without a report: the others are notified again, from where it stopped. */
async function reclaim(deps: IncidentDeps, trx: Trx, incident: OpenIncident): Promise<void> {
  const owner = await trx
    .selectFrom('incidentPeople')
    .select('name')
    .where('id', '=', incident.ownerId)
    .executeTakeFirst()
  await resumeEscalation(deps, trx, incident.id)
  await recordActivity(trx, {
    accountId: incident.accountId,
    activityType: 'call_escalated',
    description: `${owner?.name ?? 'The person checking'} didn't get back to us about ${shortName(incident.name)}, so we're asking the others again`,
    lovedOneId: incident.lovedOneId,
    callId: incident.callId,
  })
  const why = `${sentNameOr(owner?.name ?? '', 'The person checking')} hasn't got back to us about ${sentNameOr(incident.name)}.`
  await notifyAlertedPeople(deps, trx, incident, await peopleOf(trx, incident.id), {
    content: { purpose: 'given_back', why },
  })
  deps.log.info({ incidentId: incident.id }, 'Ownership of an incident expired; escalating again')
}

/**
 * Everybody was notified and nobody owns it: the members are notified of that, and of what happens next, and the
 * first of them is rung. The incident stays open.
 */
async function notifyUnowned(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  { people, wasReached, isNotRung }: { people: readonly PersonToNotify[]; wasReached: boolean; isNotRung: boolean },
): Promise<void> {
  await trx.updateTable('incidents').set({ status: 'unresolved' }).where('id', '=', incident.id).execute()
  await recordActivity(trx, {
    accountId: incident.accountId,
    activityType: 'call_unresolved',
    description: `Nobody has said they'll check on ${shortName(incident.name)}`,
    lovedOneId: incident.lovedOneId,
    callId: incident.callId,
  })
  const contacts = people.filter(({ role }) => role === 'contact')
  const allSaidCannot = contacts.every(({ declinedAt }) => declinedAt !== null)
  const notified = allSaidCannot ? 'all_declined' : wasReached ? 'all_notified' : 'none_reached'
  const result = contacts.length === 0 ? 'nobody' : notified
  for (const [index, member] of people.filter(({ isCurrentMember }) => isCurrentMember).entries()) {
    await notifyMemberOfUnowned(deps, trx, incident, member, { result, isRung: index === 0 && !isNotRung })
  }
}

async function notifyMemberOfUnowned(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  member: PersonToNotify,
  { result, isRung }: { result: EscalationResult; isRung: boolean },
): Promise<void> {
  const before = await trx
    .selectFrom('alerts')
    .select(['purpose', 'channel', 'round'])
    .where('incidentId', '=', incident.id)
    .where('incidentPersonId', '=', member.id)
    .where('supersededAt', 'is', null)
    .execute()
  // It may have been owned and given back since the last such notice: then it is repeated.
  const round = Math.max(0, ...before.filter(({ purpose }) => purpose === 'unresolved').map((alert) => alert.round)) + 1
  for (const channel of ['email', 'sms'] as const) {
    await notifyPerson(deps, trx, incident, member, { channel, round, content: { purpose: 'unresolved', result } })
  }
  const isCall = ({ purpose, channel }: { purpose: string; channel: string }) =>
    purpose === 'alert' && channel === 'call'
  const wasRung = before.some((alert) => isCall(alert) && alert.round === incident.round)
  if (isRung && !wasRung) await writeAlertCall(deps, trx, incident, member, { round, purpose: 'unresolved' })
}
