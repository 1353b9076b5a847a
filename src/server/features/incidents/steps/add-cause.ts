import type { NotReachedForm } from '#core/call-policy/notices.ts'
import { causeInWords, detailOfForm } from '#core/escalation/causes-in-words.ts'
import { type IncidentCause, isMoreSevere, isNotSpokenTo } from '#core/escalation/incident-cause.ts'
import { isExpedited } from '#core/escalation/ladder/ladder.ts'
import { ringsDelayedUntil } from '#core/escalation/ladder/rings-delayed.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { supersedeAlerts } from '../alerts/supersede-alerts.ts'
import {
  CAUSE_COLUMNS,
  causesOf,
  detailWith,
  findCause,
  type IncidentCauseRow,
  openCauses,
  renderContext,
  updateFromCauses,
} from '../causes/incident-causes.ts'
import {
  lockIncident,
  lockIncidentsOf,
  lockOpenIncident,
  type OpenIncident,
  peopleOf,
} from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { insertIncidentPeople } from '../people/insert-incident-people.ts'
import { membersNow } from '../people/members-now.ts'
import { withoutRefusal } from '../people/without-refusal.ts'
import { notifyOwnerAndMembers } from './notify-owner-and-members.ts'
import { notifyPerson } from './notify-person.ts'
import { UNOWNED } from './resume-escalation.ts'

export interface NewCause {
  accountId: number
  lovedOneId: number
  /** Null when no call is concerned: help was requested by text message. */
  callId: number | null
  cause: IncidentCause
  /** Why they were not reached; by default nobody answered. */
  form?: NotReachedForm | null
  /** What happened, without a full stop and without a health detail: "Margaret didn't answer the 9:00 AM call". */
  headline: string
  /** Why, as a sentence; null when there is nothing to add. */
  detail: string | null
  /** The words as heard, for the members alone; null when there were none, or a key said it. */
  heard?: string | null
  /** Words on the phone raised it, and no key: it is withdrawn when a machine said them. */
  isByWords?: boolean
  /** When the words were said that it reports, or when the try began that was not answered. */
  datesFrom?: Date | null
  /** A machine turns out to have said that all is well, at that time: what ended by it, or since, is open again. */
  undoesAllClearAt?: Date | null
  /** Of a call that Cooee did not place: contacts are not notified before. The members are notified at once. */
  contactsFrom?: Date
}

/**
 * A call did not end well, or help was requested: adds a cause to the open incident of the loved one, or opens one for
 * it. A loved one has one open incident, and a call is one cause. Everything happens in the transaction of the fact.
 * - Opened: writes down who may be notified, notifies the members, and lets the escalation begin.
 * - More severe than what is open: everybody is notified again at once, also the former owner.
 * - As severe or less: the owner and the members are notified by message; in a pause between rounds the next one
 * begins at once, and the members are also written to if that round only rings; else nobody is disturbed again.
 * A call that is raised again changes nothing, unless it was withdrawn, later words or a later try bring it after
 * somebody said that all is well, or a machine had said so. `also` is of the same kind and the same loved one: it is
 * raised together with it.
 */
export async function addCause(
  deps: IncidentDeps,
  trx: Trx,
  newCause: NewCause,
  also: readonly NewCause[] = [],
): Promise<void> {
  await lockIncidentsOf(trx, newCause.lovedOneId)
  const before = await causeOfCall(trx, newCause.callId)
  if (before && isKnown(newCause, before)) {
    const [next, ...others] = also
    return next && addCause(deps, trx, next, others)
  }
  const open = await lockOpenIncident(trx, newCause.lovedOneId)
  if (open) return addToOpenIncident(deps, trx, open, newCause, also)
  const incidentId = before ? await reopen(deps, trx, before.incidentId, newCause) : await openNew(deps, trx, newCause)
  const cause = await writeCause(deps, trx, incidentId, newCause)
  const incident = await lockIncident(trx, incidentId)
  if (!incident) return
  await recordCause(deps, trx, incident, cause)
  await addFurtherCauses(deps, trx, incident, also)
  await updateFromCauses(trx, incident, deps.clock.now())
  await notifyMembersFirst(deps, trx, incidentId)
}

/**
 * Help was asked for again while the incident is open: whatever words raised it, it is not withdrawn any more. With
 * `askedAgainAt`, people are being notified of the first request: an all-clear from somebody notified before does not answer
 * the second.
 */
export async function confirmIncidents(trx: Trx, lovedOneId: number, askedAgainAt?: Date): Promise<void> {
  await trx
    .updateTable('incidentCauses')
    .set({ isByWords: false, ...(askedAgainAt && { askedAgainAt }) })
    .where('cause', '=', 'help')
    .where('endedAt', 'is', null)
    .where('incidentId', 'in', (eb) =>
      eb.selectFrom('incidents').select('id').where('lovedOneId', '=', lovedOneId).where('endedAt', 'is', null),
    )
    .execute()
}

async function causeOfCall(trx: Trx, callId: number | null) {
  if (callId === null) return undefined
  return trx.selectFrom('incidentCauses').select(CAUSE_COLUMNS).where('callId', '=', callId).executeTakeFirst()
}

/** Whether people have been notified of it by the cause of the same call. */
function isKnown(
  { cause, datesFrom, undoesAllClearAt }: NewCause,
  before: Pick<IncidentCauseRow, 'cause' | 'endedAt' | 'withdrawnAt'>,
) {
  if (before.withdrawnAt !== null || isMoreSevere(cause, before.cause)) return false
  if (before.endedAt && undoesAllClearAt && undoesAllClearAt <= before.endedAt) return false
  // What was said, or rang already, before somebody said that all is well is no news to them.
  return before.endedAt === null || !datesFrom || datesFrom <= before.endedAt
}

/** The first state of an escalation that starts, or starts again. */
function escalationStart({ cause, headline, detail, callId, ...rest }: NewCause, now: Date) {
  const contactsFrom = rest.contactsFrom ?? null
  const firstAt = contactsFrom ?? now
  return {
    ...{ cause, headline, callId, contactsFrom, detail: detailWith(cause, detail) },
    ...{ escalationStartedAt: now, roundStartsAt: firstAt, nextAt: firstAt },
  }
}

async function openNew({ clock }: IncidentDeps, trx: Trx, newCause: NewCause): Promise<number> {
  const { accountId, lovedOneId } = newCause
  const now = clock.now()
  const { id } = await trx
    .insertInto('incidents')
    .values({ accountId, lovedOneId, openedAt: now, ...escalationStart(newCause, now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertIncidentPeople(trx, { incidentId: id, accountId, lovedOneId, now })
  return id
}

/** The incident that a call had before: its links and its people stay, and it begins again. */
async function reopen(deps: IncidentDeps, trx: Trx, incidentId: number, newCause: NewCause): Promise<number> {
  await startOver(deps, trx, incidentId, newCause)
  return incidentId
}

/** Notifies everybody again from the start of the list, also where somebody owned the incident. */
async function startOver({ clock }: IncidentDeps, trx: Trx, incidentId: number, newCause: NewCause): Promise<void> {
  const now = clock.now()
  await trx
    .updateTable('incidents')
    .set({ ...escalationStart(newCause, now), ...UNOWNED })
    .set({ status: 'running', endedAt: null, endedHow: null, withdrawnAt: null, round: 1, pauses: 0 })
    .where('id', '=', incidentId)
    .execute()
  await supersedeAlerts(trx, incidentId, now)
  await trx.updateTable('incidentPeople').set({ declinedAt: null }).where('incidentId', '=', incidentId).execute()
}

/** Writes down further causes of an incident; causes that are known already change nothing. */
async function addFurtherCauses(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  newCauses: readonly NewCause[],
): Promise<void> {
  for (const newCause of newCauses) {
    if (await causeOfCall(trx, newCause.callId)) continue
    await recordCause(deps, trx, incident, await writeCause(deps, trx, incident.id, newCause))
  }
}

async function addToOpenIncident(
  deps: IncidentDeps,
  trx: Trx,
  open: OpenIncident,
  newCause: NewCause,
  also: readonly NewCause[],
): Promise<void> {
  const now = deps.clock.now()
  const isOwned = open.status === 'owned'
  // The owner of a call that was not placed also owns a miss of it.
  const staysOwned = isOwned && isNotSpokenTo(newCause.cause)
  const isNew = isMoreSevere(newCause.cause, open.cause) && !staysOwned
  const cause = await writeCause(deps, trx, open.id, newCause)
  await recordCause(deps, trx, open, cause)
  await addFurtherCauses(deps, trx, open, also)
  if (isNew) await startOver(deps, trx, open.id, newCause)
  await updateFromCauses(trx, open, now)
  if (isNew) return notifyMembersFirst(deps, trx, open.id)
  const causes = openCauses(await causesOf(trx, open.id))
  const isDelayed = ringsDelayedUntil(causes, open.timezone, now) !== null
  if (!isOwned && open.roundStartsAt > now && !isDelayed && newCause.cause !== 'not_made') {
    await trx.updateTable('incidents').set({ roundStartsAt: now, nextAt: now }).where('id', '=', open.id).execute()
    // In a round in which phones only ring, members would read nothing of it.
    if (!isExpedited(open) && !(await isMemberSkipped(trx, open.id))) return
  }
  await notifyOwnerAndMembers(deps, trx, open, cause)
}

/**
 * A member who said "I can't" is skipped in every round while somebody else is left, and is notified by mail.
 */
async function isMemberSkipped(trx: Trx, incidentId: number): Promise<boolean> {
  const people = await peopleOf(trx, incidentId)
  const hasMemberDeclined = people.some(({ isCurrentMember, declinedAt }) => isCurrentMember && declinedAt !== null)
  return hasMemberDeclined && people.some(({ declinedAt }) => declinedAt === null)
}

/** One for each call, however often it is raised; a cause without a call is a new one each time. */
async function writeCause(
  deps: IncidentDeps,
  trx: Trx,
  incidentId: number,
  newCause: NewCause,
): Promise<IncidentCauseRow> {
  const { callId, cause, headline, detail, isByWords = false, heard = null } = newCause
  const now = deps.clock.now()
  const call = callId === null ? undefined : trx.selectFrom('calls').select('scheduledFor').where('id', '=', callId)
  const scheduledFor = (await call?.executeTakeFirstOrThrow())?.scheduledFor ?? null
  const form = cause === 'not_reached' ? (newCause.form ?? 'missed') : null
  const facts = { incidentId, cause, form, headline, detail: detailWith(cause, detail), isByWords }
  const { id } = await trx
    .insertInto('incidentCauses')
    .values({ ...facts, callId, scheduledFor, happenedAt: now })
    .onConflict((conflict) =>
      conflict.column('callId').doUpdateSet((eb) => ({
        ...facts,
        ...{ endedAt: null, withdrawnAt: null },
        // A cause that grows more severe stays one: what was raised before is withdrawn with it.
        happenedAt: eb
          .case()
          .when(
            eb.and([
              eb('incidentCauses.endedAt', 'is', null),
              eb('incidentCauses.isByWords', '=', true),
              eb('incidentCauses.incidentId', '=', incidentId),
            ]),
          )
          .then(eb.ref('incidentCauses.happenedAt'))
          .else(now)
          .end(),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  const words = heard?.trim() ? deps.sealing.sealText('incidents.heard', { id }, heard) : null
  await trx
    .updateTable('incidentCauses')
    .set({ heard: words?.value ?? null, heardSealedWith: words?.sealedWith ?? null })
    .where('id', '=', id)
    .execute()
  return findCause(trx, id)
}

/** Writes a cause that was added into the activity log and the events. */
async function recordCause(
  { clock }: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  added: IncidentCauseRow,
): Promise<void> {
  const { id: incidentId, accountId, lovedOneId } = incident
  const { callId, cause } = added
  await recordActivity(trx, {
    ...{ accountId, lovedOneId, callId },
    activityType: 'call_escalated',
    description: causeInWords(added, renderContext(incident, clock.now(), 'member')),
    // Why nobody answered stands in the entry of the call itself.
    details: detailOfForm([callId !== null && cause === 'not_reached' ? { ...added, detail: null } : added]),
  })
  await recordEvent(trx, { event: 'call.escalated', accountId, data: { incidentId, callId, lovedOneId, cause } })
}

async function notifyMembersFirst(deps: IncidentDeps, trx: Trx, incidentId: number): Promise<void> {
  const incident = await lockIncident(trx, incidentId)
  if (!incident) return
  const people = await peopleOf(trx, incidentId)
  const contacts = people.filter(({ role }) => role === 'contact')
  const willNotify = (await withoutRefusal(deps, trx, contacts)).map(({ name }) => name)
  for (const member of await membersNow(deps, trx, incident, people)) {
    for (const channel of ['email', 'sms'] as const) {
      await notifyPerson(deps, trx, incident, member, {
        channel,
        round: 1,
        content: { purpose: 'alert', willNotify },
      })
    }
  }
}
