import { howSure, type IncidentCause, lesserCauses } from '#core/escalation/incident-cause.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database.ts'
import type { IncidentDeps } from './deps.ts'
import { fullName, lockIncident, lockOpenIncidents, type OpenIncident, peopleOf } from './incident-state.ts'
import { listedPeople } from './listed-people.ts'
import { tellPerson } from './tell-person.ts'

export interface Happening {
  accountId: number
  lovedOneId: number
  /** Null when no call is concerned: help was asked for by text message. */
  callId: number | null
  cause: IncidentCause
  /** What happened, without a full stop and without a health detail: "Margaret was not reached by the 9:00 AM call". */
  headline: string
  /** Why, as a sentence; null when there is nothing to add. */
  detail: string | null
  /** The words as heard, for the account holder alone; null when there were none, or a key said it. */
  heard?: string | null
  /** Words on the phone raised it, and no key: it is withdrawn when a machine said them. */
  isByWords?: boolean
  /** The account holder is told of it together with another happening of the same moment. */
  isHolderTold?: boolean
}

/**
 * Opens the incident of a call that did not end well, or of a cry for help: writes down whom it may be told to, tells
 * the account holder by e-mail and text message, and lets the escalation begin. All in the transaction of the fact. A
 * call has one incident: the same news a second time changes nothing; graver news restarts it, as does any news after it
 * was withdrawn. A cry for help takes the place of every lesser incident of theirs.
 */
export async function openIncident(deps: IncidentDeps, trx: Trx, happening: Happening): Promise<void> {
  const now = deps.clock.now()
  const { heard = null, isByWords = false, isHolderTold = false, ...facts } = happening
  const { cause } = facts
  const before = cause === 'help' ? await lockOpenIncidents(trx, facts.lovedOneId) : []
  const detail = facts.detail ?? howSure(cause)
  const beginning = { ...facts, detail, isByWords, nextStepAt: now, begunAt: now, roundAt: now }
  const opened = await trx
    .insertInto('incidents')
    .values({ ...beginning, openedAt: now })
    .onConflict((conflict) => conflict.column('callId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (opened) {
    await keepHeard(deps, trx, opened.id, heard)
    await listPeople(trx, opened.id, happening)
    await absorb(deps, trx, before, opened.id)
    return begin(deps, trx, opened.id, { isHolderTold })
  }
  const restarted = await trx
    .updateTable('incidents')
    .set({ ...beginning, status: 'running', ownerId: null, intent: null, etaMinutes: null, ownedAt: null })
    .set({ endedAt: null, endedHow: null, withdrawnAt: null, absorbedBy: null, round: 1, pauses: 0 })
    .where('callId', '=', facts.callId)
    .where((eb) => eb.or([eb('withdrawnAt', 'is not', null), eb('cause', '=', eb.fn.any(eb.val(lesserCauses(cause))))]))
    .returning('id')
    .executeTakeFirst()
  if (!restarted) return
  await keepHeard(deps, trx, restarted.id, heard)
  await setAsideEarlierAlerts(trx, restarted.id)
  await trx.updateTable('incidentPeople').set({ declinedAt: null }).where('incidentId', '=', restarted.id).execute()
  await absorb(deps, trx, before, restarted.id)
  await begin(deps, trx, restarted.id)
}

/**
 * Somebody asked for help again, by a key, a ring or a text, while their incident is open: whatever words raised it, it is
 * not withdrawn any more.
 */
export async function confirmIncidents(trx: Trx, lovedOneId: number): Promise<void> {
  await trx
    .updateTable('incidents')
    .set({ isByWords: false })
    .where('lovedOneId', '=', lovedOneId)
    .where('cause', '=', 'help')
    .where('nextStepAt', 'is not', null)
    .execute()
}

async function keepHeard({ sealing }: IncidentDeps, trx: Trx, id: number, heard: string | null): Promise<void> {
  const words = heard?.trim() ? sealing.sealText('incidents.heard', { id }, heard) : null
  await trx
    .updateTable('incidents')
    .set({ heard: words?.value ?? null, heardSealedWith: words?.sealedWith ?? null })
    .where('id', '=', id)
    .execute()
}

/**
 * People who were notified of what had happened before have not been notified of this. Rounds of such alerts count below zero, each
 * below all others: they do not keep anybody from being told anew.
 */
async function setAsideEarlierAlerts(trx: Trx, incidentId: number): Promise<void> {
  await trx
    .updateTable('alerts')
    .set((eb) => ({
      round: eb(
        eb
          .selectFrom('alerts as other')
          .select((other) => other.fn<number>('least', [other.fn.min('other.round'), other.lit(0)]).as('lowest'))
          .where('other.incidentId', '=', incidentId)
          .$asScalar()
          .$castTo<number>(),
        '-',
        eb.ref('round'),
      ),
    }))
    .where('incidentId', '=', incidentId)
    .where('purpose', 'in', ['alert', 'nobody_reached', 'unresolved'])
    .where('round', '>', 0)
    .execute()
}

/**
 * A person who asks for help has been reached: other incidents of theirs are over, and this one takes their place. Nobody is told
 * that: it would sound like an all-clear.
 */
async function absorb(deps: IncidentDeps, trx: Trx, open: readonly OpenIncident[], by: number): Promise<void> {
  const ids = open.filter(({ id, cause }) => id !== by && cause !== 'help').map(({ id }) => id)
  if (ids.length === 0) return
  await trx
    .updateTable('incidents')
    .set({ status: 'resolved', nextStepAt: null, endedAt: deps.clock.now(), absorbedBy: by })
    .set((eb) => ({ endedHow: eb.val('Reached since, and asked for help.') }))
    .where('id', 'in', ids)
    .execute()
}

async function begin(deps: IncidentDeps, trx: Trx, incidentId: number, { isHolderTold = false } = {}): Promise<void> {
  const incident = await lockIncident(trx, incidentId)
  if (!incident) return
  const { accountId, lovedOneId, callId, headline, detail, cause } = incident
  await recordActivity(trx, {
    accountId,
    activityType: 'call_escalated',
    description: headline,
    details: detail,
    lovedOneId,
    callId,
  })
  await recordEvent(trx, { event: 'call.escalated', accountId, data: { incidentId, callId, lovedOneId, cause } })
  if (isHolderTold) return
  const people = await peopleOf(trx, incidentId)
  const willTell = people.filter(({ role }) => role === 'contact').map(({ name }) => name)
  for (const holder of people.filter(({ role }) => role === 'account_holder')) {
    for (const channel of ['email', 'sms'] as const) {
      await tellPerson(deps, trx, incident, holder, { channel, round: 1, telling: { purpose: 'alert', willTell } })
    }
  }
}

/** The account holder first; then those on the list. */
async function listPeople(trx: Trx, incidentId: number, { accountId, lovedOneId }: Happening): Promise<void> {
  const account = await trx
    .selectFrom('accounts')
    .select(['username', 'firstName', 'lastName', 'email', 'phoneNumber'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const holder = {
    role: 'account_holder' as const,
    name: fullName(account) ?? account.username,
    phoneNumber: account.phoneNumber,
    email: account.email,
  }
  const listed = await listedPeople(trx, lovedOneId)
  const people = [holder, ...listed.map((person) => ({ role: 'contact' as const, email: null, ...person }))]
  await trx
    .insertInto('incidentPeople')
    .values(people.map((person, index) => ({ incidentId, position: index, ...person })))
    .execute()
}
