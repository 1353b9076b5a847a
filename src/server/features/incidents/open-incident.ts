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
  cause: 'not_reached' | 'help' | 'uncertain_help' | 'unclear'
  /** What happened, without a full stop and without a health detail: "Margaret was not reached by the 9:00 AM call". */
  headline: string
  /** The words as heard. */
  heard?: string | null
  /** Why, as a sentence; null when there is nothing to add. */
  detail: string | null
}

/**
 * Opens the incident of a call that did not end well, or of a cry for help: writes down whom it may be told to, tells
 * the account holder by e-mail and text message, and lets the escalation begin. All in the transaction of the fact. A
 * call has one incident: the same news a second time changes nothing; help asked for after a miss begins it anew, and
 * takes the place of every other miss of theirs.
 */
export async function openIncident(deps: IncidentDeps, trx: Trx, happening: Happening): Promise<void> {
  const now = deps.clock.now()
  const before = happening.cause === 'help' ? await lockOpenIncidents(trx, happening.lovedOneId) : []
  const opened = await trx
    .insertInto('incidents')
    .values({ ...happening, openedAt: now, nextStepAt: now })
    .onConflict((conflict) => conflict.column('callId').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (opened) {
    await listPeople(trx, opened.id, happening)
    await absorbMisses(deps, trx, before, opened.id)
    return begin(deps, trx, opened.id, 1)
  }
  const begunAnew = await trx
    .updateTable('incidents')
    .set({ ...happening, status: 'running', nextStepAt: now, ownerId: null, intent: null, etaMinutes: null })
    .set({ ownedAt: null, endedAt: null, endedHow: null, round: 1 })
    .where('callId', '=', happening.callId)
    .where('cause', '=', 'not_reached')
    .where(({ lit }) => lit(happening.cause === 'help'))
    .returning('id')
    .executeTakeFirst()
  if (!begunAnew) return
  // Whoever was told that she was not reached has not been told that she asks for help.
  await trx
    .updateTable('alerts')
    .set((eb) => ({ round: eb('round', '-', EARLIER_CAUSE) }))
    .where('incidentId', '=', begunAnew.id)
    .where('purpose', '=', 'alert')
    .execute()
  await trx.updateTable('incidentPeople').set({ declinedAt: null }).where('incidentId', '=', begunAnew.id).execute()
  await absorbMisses(deps, trx, before, begunAnew.id)
  await begin(deps, trx, begunAnew.id, 1)
}

/**
 * Whoever asks for help has been reached: other incidents in which they were not are over. Nobody is told that: it would
 * sound like an all-clear.
 */
async function absorbMisses(deps: IncidentDeps, trx: Trx, open: readonly OpenIncident[], by: number): Promise<void> {
  const ids = open.filter(({ id, cause }) => id !== by && cause === 'not_reached').map(({ id }) => id)
  if (ids.length === 0) return
  await trx
    .updateTable('incidents')
    .set({ status: 'resolved', nextStepAt: null, endedAt: deps.clock.now() })
    .set((eb) => ({ endedHow: eb.val('Reached since, and asked for help.') }))
    .where('id', 'in', ids)
    .execute()
}

/** Rounds of alerts about what had happened before count below zero: they do not keep anybody from being told anew. */
const EARLIER_CAUSE = 100

async function begin(deps: IncidentDeps, trx: Trx, incidentId: number, round: number): Promise<void> {
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
  const people = await peopleOf(trx, incidentId)
  const willTell = people.filter(({ role }) => role === 'contact').map(({ name }) => name)
  for (const holder of people.filter(({ role }) => role === 'account_holder')) {
    for (const channel of ['email', 'sms'] as const) {
      await tellPerson(deps, trx, incident, holder, { channel, round, telling: { purpose: 'alert', willTell } })
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
