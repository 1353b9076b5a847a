import { sql } from 'kysely'
import { type AlertChannel, nextAlert, type PersonInOrder } from '#core/escalation/next-alert.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { writeAlertCall } from './alert-calls.ts'
import type { IncidentDeps } from './deps.ts'
import { type OpenIncident, type PersonToTell, peopleOf, selectIncident } from './incident-state.ts'
import { listedPeople } from './listed-people.ts'
import { oweNeedlessAgain } from './owe-again.ts'
import { tellAlerted, tellPerson } from './tell-person.ts'
import { writtenChannels } from './written-channels.ts'

const AT_ONCE = 20

/**
 * Takes the next step of every incident whose time has come: tells somebody further, takes an incident back from an
 * owner who did not report, or ends it as unresolved. Each step is one transaction, and what it leads to is written down
 * in it: a crash repeats nothing and forgets nothing. Returns how many steps were taken.
 */
export async function walkIncidents(deps: IncidentDeps): Promise<number> {
  const due = await deps.db
    .selectFrom('incidents')
    .select('id')
    .where('nextStepAt', '<=', deps.clock.now())
    .orderBy('nextStepAt')
    .limit(AT_ONCE)
    .execute()
  const steps = await Promise.all(due.map(({ id }) => stepOrSetAside(deps, id)))
  return steps.filter(Boolean).length
}

const SET_ASIDE_MS = 30_000

/** One incident about which something cannot be done must not keep the others waiting. */
async function stepOrSetAside(deps: IncidentDeps, incidentId: number): Promise<boolean> {
  try {
    return await takeStep(deps, incidentId)
  } catch (error) {
    deps.log.error({ err: error, incidentId }, 'A step of an incident could not be taken and is tried again later')
    const now = deps.clock.now()
    await deps.db
      .updateTable('incidents')
      .set({ nextStepAt: new Date(now.getTime() + SET_ASIDE_MS) })
      .where('id', '=', incidentId)
      .where('nextStepAt', '<=', now)
      .execute()
    return false
  }
}

async function takeStep(deps: IncidentDeps, incidentId: number): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const incident = await selectIncident(trx)
      .where('incidents.id', '=', incidentId)
      .where('nextStepAt', '<=', deps.clock.now())
      .modifyEnd(sql`for key share of loved_ones skip locked for update of incidents skip locked`)
      .executeTakeFirst()
    if (!incident) return false
    if (incident.status === 'owned') await takeBack(deps, trx, incident)
    await step(deps, trx, incident, await peopleNow(trx, incident))
    return true
  })
}

/**
 * The people of an incident as the list is now: whoever was added to it since is told too, and whoever was taken off it is
 * not told any more.
 */
async function peopleNow(trx: Trx, { id: incidentId, lovedOneId }: OpenIncident): Promise<PersonToTell[]> {
  const [people, listed] = [await peopleOf(trx, incidentId), await listedPeople(trx, lovedOneId)]
  const added = listed.filter(
    (person) => !people.some(({ role, phoneNumber }) => role === 'contact' && phoneNumber === person.phoneNumber),
  )
  if (added.length > 0) {
    const contact = { incidentId, role: 'contact' as const, email: null }
    await trx
      .insertInto('incidentPeople')
      .values(added.map((person, index) => ({ ...contact, ...person, position: people.length + index })))
      .execute()
  }
  const all = added.length > 0 ? await peopleOf(trx, incidentId) : people
  return all.filter(
    ({ role, phoneNumber }) => role === 'account_holder' || listed.some((person) => person.phoneNumber === phoneNumber),
  )
}

async function step(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToTell[],
): Promise<void> {
  await oweNeedlessAgain(trx, incident)
  const told = await trx
    .selectFrom('alerts')
    .select(['personId', 'channel', 'round'])
    .where('incidentId', '=', incident.id)
    .where('purpose', '=', 'alert')
    .execute()
  const next = nextAlert(await inOrder(trx, incident, people), told, incident.round)
  switch (next.kind) {
    case 'tell': {
      const person = people.find(({ id }) => id === next.personId)
      if (!person) throw new Error(`Nobody has the id ${next.personId} in incident ${incident.id}`)
      return tell(deps, trx, incident, person, next.channel)
    }
    case 'next_round':
      await sayIfNobodyWasReached(deps, trx, incident, people)
      return proceed(deps, trx, incident, deps.escalation.betweenRoundsMs, next.round)
    case 'give_up':
      return giveUp(deps, trx, incident, people)
  }
}

/** The contacts; where there are none, the account holder is the only one who can be told again. */
async function inOrder(trx: Trx, incident: OpenIncident, people: readonly PersonToTell[]): Promise<PersonInOrder[]> {
  const withoutTexts = await numbersWithoutTexts(trx, incident)
  const contacts = people.filter(({ role }) => role === 'contact')
  const inOrder: PersonInOrder[] = []
  for (const person of contacts.length > 0 ? contacts : people) {
    const { id, phoneNumber, declinedAt } = person
    const written = await writtenChannels(trx, incident, person, 'alert')
    const channels: AlertChannel[] = written.channels.filter(
      (channel) => channel !== 'sms' || phoneNumber === null || !withoutTexts.has(phoneNumber),
    )
    if (phoneNumber !== null) channels.push('call')
    inOrder.push({ id, channels, hasDeclined: declinedAt !== null })
  }
  return inOrder
}

/** Whoever has answered STOP is rung at once: a text would not reach them. */
async function numbersWithoutTexts(trx: Trx, { accountId }: OpenIncident): Promise<Set<string>> {
  const contacts = await trx
    .selectFrom('contacts')
    .select('phoneNumber')
    .where('accountId', '=', accountId)
    .where('textsStoppedAt', 'is not', null)
    .execute()
  return new Set(contacts.map(({ phoneNumber }) => phoneNumber))
}

async function tell(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToTell,
  channel: AlertChannel,
): Promise<void> {
  const { afterTextMs, afterTextHelpMs, callPatienceMs } = deps.escalation
  const { round } = incident
  if (channel === 'call') {
    await proceed(deps, trx, incident, callPatienceMs)
    return writeAlertCall(deps, trx, incident, person, { round, purpose: 'alert' })
  }
  await tellPerson(deps, trx, incident, person, { channel, round, telling: { purpose: 'alert' } })
  // A mail is not waited for: nobody can tell when it is read.
  const wait = channel === 'email' ? 0 : incident.cause === 'help' ? afterTextHelpMs : afterTextMs
  await proceed(deps, trx, incident, wait)
}

async function proceed(deps: IncidentDeps, trx: Trx, incident: OpenIncident, waitMs: number, round = incident.round) {
  const nextStepAt = new Date(deps.clock.now().getTime() + waitMs)
  await trx.updateTable('incidents').set({ nextStepAt, round }).where('id', '=', incident.id).execute()
}

/** A round in which not one message arrived and not one phone rang: the numbers are wrong, or the provider is down. */
async function sayIfNobodyWasReached(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToTell[],
): Promise<void> {
  const [holder] = people
  if (!holder || !people.some(({ role }) => role === 'contact')) return
  const reached = await trx
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.personId')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .select('alerts.id')
    .where('alerts.incidentId', '=', incident.id)
    .where('alerts.purpose', '=', 'alert')
    .where('alerts.round', '=', incident.round)
    .where('incidentPeople.role', '=', 'contact')
    .where(({ eb, or, and }) =>
      or([
        and([eb('alerts.channel', '=', 'call'), eb('alertCalls.outcome', 'not in', ['refused', 'failed'])]),
        and([
          eb('alerts.channel', '=', 'sms'),
          eb('messages.failedAt', 'is', null),
          eb(eb.fn.coalesce('messages.delivery', eb.val('delivered')), '<>', 'failed'),
        ]),
      ]),
    )
    .limit(1)
    .executeTakeFirst()
  if (reached) return
  for (const channel of ['email', 'sms'] as const) {
    // Once: the next round changes nothing about it.
    await tellPerson(deps, trx, incident, holder, { channel, round: 1, telling: { purpose: 'nobody_reached' } })
  }
}

/** An owner of whom nothing was heard for too long: the others are told again, from where it stopped. */
async function takeBack(deps: IncidentDeps, trx: Trx, incident: OpenIncident): Promise<void> {
  const owner = await trx
    .selectFrom('incidentPeople')
    .select('name')
    .where('id', '=', incident.ownerId)
    .executeTakeFirst()
  await trx
    .updateTable('incidents')
    .set({ status: 'running', ownerId: null, intent: null, etaMinutes: null, ownedAt: null })
    .where('id', '=', incident.id)
    .execute()
  await recordActivity(trx, {
    accountId: incident.accountId,
    activityType: 'call_escalated',
    description: `${owner?.name ?? 'The owner'} did not report back about ${incident.name}, so others are told again`,
    lovedOneId: incident.lovedOneId,
    callId: incident.callId,
  })
  const why = `${owner?.name ?? 'Whoever took it on'} has not reported back about ${incident.name}.`
  await tellAlerted(deps, trx, incident, await peopleOf(trx, incident.id), { telling: { purpose: 'given_back', why } })
  deps.log.info({ incidentId: incident.id }, 'The ownership of an incident has expired')
}

/** Ends visibly: nobody took it on, and the account holder is told so by every channel there is. */
async function giveUp(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToTell[],
): Promise<void> {
  const now = deps.clock.now()
  const endedHow = 'Nobody took it on.'
  await trx
    .updateTable('incidents')
    .set({ status: 'unresolved', nextStepAt: null, endedAt: now, endedHow })
    .where('id', '=', incident.id)
    .execute()
  await recordActivity(trx, {
    accountId: incident.accountId,
    activityType: 'call_unresolved',
    description: `Nobody has taken on that ${incident.headline}`,
    lovedOneId: incident.lovedOneId,
    callId: incident.callId,
  })
  const { rounds } = await trx
    .selectFrom('alerts')
    .select((eb) => eb.fn.count<number>('id').as('rounds'))
    .where('incidentId', '=', incident.id)
    .where('purpose', '=', 'unresolved')
    .where('channel', '=', 'email')
    .executeTakeFirstOrThrow()
  // It may have been taken on and given back since it was unresolved before: that is told again.
  const round = rounds + 1
  const contacts = people.filter(({ role }) => role === 'contact')
  const haveDeclined = contacts.every(({ declinedAt }) => declinedAt !== null)
  const asked = contacts.length === 0 ? 'nobody' : haveDeclined ? 'all_declined' : 'all_told'
  const [holder] = people
  if (!holder) return
  for (const channel of ['email', 'sms'] as const) {
    await tellPerson(deps, trx, incident, holder, { channel, round, telling: { purpose: 'unresolved', asked } })
  }
  await writeAlertCall(deps, trx, incident, holder, { round, purpose: 'unresolved' })
}
