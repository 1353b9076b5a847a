import { CAUSES_BY_SEVERITY, isHelp } from '#core/escalation/incident-cause.ts'
import type { AlertChannel, Ladder, Notified, PersonInOrder } from '#core/escalation/ladder/ladder.ts'
import { ringsDelayedUntil } from '#core/escalation/ladder/rings-delayed.ts'
import { type MemberToNotify, membersToNotify, notificationSettingsOf } from '#server/features/notifications/public.ts'
import { refusalsOf } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { lockPhones } from '../alert-calls/lock-phones.ts'
import { isAtCapacity } from '../alert-calls/queued-alerts.ts'
import { causesOf, openCauses } from '../causes/incident-causes.ts'
import type { OpenIncident, PersonToNotify } from '../causes/incident-state.ts'
import type { IncidentDeps } from '../deps.ts'
import { declinedPhones } from '../people/declined-phones.ts'
import { reachabilityByPhone } from '../people/reachability-by-phone.ts'
import { messageChannelsOf } from './message-channels-of.ts'

/** All that decides who is notified next of an incident, as it is now. `people` are those who may be notified. */
export async function readLadder(
  { sealing, callsPerSecond, ownNumbers }: Pick<IncidentDeps, 'callsPerSecond' | 'ownNumbers' | 'sealing'>,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToNotify[],
  now: Date,
): Promise<Ladder> {
  return {
    cause: incident.cause,
    zone: incident.timezone,
    escalationStartedAt: incident.escalationStartedAt,
    round: incident.round,
    roundStartsAt: incident.roundStartsAt,
    pauses: incident.pauses,
    isAtCapacity: await isAtCapacity(trx, { callsPerSecond, ownNumbers }, now, incident.lovedOneId),
    ringsDelayedUntil: ringsDelayedUntil(openCauses(await causesOf(trx, incident.id)), incident.timezone, now),
    people: await inOrder({ sealing }, trx, incident, people, now),
    notified: await notifiedInRound(trx, incident),
  }
}

async function inOrder(
  deps: Pick<IncidentDeps, 'sealing'>,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToNotify[],
  now: Date,
): Promise<PersonInOrder[]> {
  const phones = people.map(({ phoneNumber }) => phoneNumber)
  const refusals = await refusalsOf(deps, trx, phones)
  const phonesThatDeclined = await declinedPhones(deps, trx, incident, phones)
  const ownPhones = [incident.lovedOnePhone, incident.secondPhoneNumber]
  // The lock first: of two incidents that would ring one phone, the second sees the ring of the first.
  await lockPhones(trx, people)
  const onPhone = await numbersBeingRung(trx, incident, people, now)
  const reachability = await reachabilityByPhone(trx, incident, now)
  const members = await membersToNotify(trx, incident.accountId, now)
  const inOrder: PersonInOrder[] = []
  for (const person of people) {
    const { id, isCurrentMember, personId, phoneNumber, declinedAt } = person
    const { channels } = await messageChannelsOf(trx, incident, person, 'alert')
    const refusal = phoneNumber === null ? undefined : refusals.get(phoneNumber)
    const takesTexts = !refusal?.textsSince
    const hasSaidNo =
      phoneNumber !== null && (refusal?.callsSince || (!isCurrentMember && phonesThatDeclined.has(phoneNumber)))
    const takesCalls = phoneNumber !== null && !hasSaidNo
    const messageChannels = channels.filter((channel) => channel !== 'sms' || takesTexts)
    // A contact whose phone takes neither is skipped: nothing waits for them.
    if (!isCurrentMember && !takesCalls && messageChannels.length === 0) continue
    inOrder.push({
      id,
      isMember: isCurrentMember,
      isRungFirst: await isRungFirst(
        trx,
        incident,
        members.find((member) => member.personId === personId),
      ),
      messageChannels,
      canBeRung: takesCalls,
      hasDeclined: declinedAt !== null,
      isOnPhone: phoneNumber !== null && onPhone.has(phoneNumber),
      isRungLast: !isCurrentMember && phoneNumber !== null && ownPhones.includes(phoneNumber),
      reachability: (!isCurrentMember && phoneNumber !== null && reachability.get(phoneNumber)) || 'now',
    })
  }
  return inOrder
}

/** A member who covers somebody who is away is rung like them, whatever they have chosen for other days. */
async function isRungFirst(
  trx: Trx,
  { accountId }: OpenIncident,
  member: MemberToNotify | undefined,
): Promise<boolean> {
  if (!member) return false
  const { personId, coversSomebody } = member
  return coversSomebody || (await notificationSettingsOf(trx, { accountId, personId })).ringMeFirst
}

/** No alert call takes longer. */
const MAX_OPEN_MS = 15 * 60_000

/**
 * Phones that ring for an alert, or are about to, of any incident. A queued ring about something less severe is not
 * in the way of help, which is dispatched before it.
 */
async function numbersBeingRung(
  trx: Trx,
  { cause }: OpenIncident,
  people: readonly PersonToNotify[],
  now: Date,
): Promise<Set<string>> {
  const numbers = people.flatMap(({ phoneNumber }) => phoneNumber ?? [])
  const rung = await trx
    .selectFrom('alertCalls')
    .innerJoin('alerts', 'alerts.id', 'alertCalls.alertId')
    .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
    .select('alertCalls.phoneNumber')
    .where('alertCalls.nextAt', 'is not', null)
    // A call that is open for longer has been lost.
    .where((eb) =>
      eb.or([
        eb('alertCalls.state', '=', 'queued'),
        eb('alertCalls.startedAt', '>', new Date(now.getTime() - MAX_OPEN_MS)),
      ]),
    )
    .where('alertCalls.phoneNumber', '=', (eb) => eb.fn.any(eb.val(numbers)))
    .$if(isHelp(cause), (query) =>
      query.where((eb) =>
        eb.or([eb('alertCalls.state', '<>', 'queued'), eb('incidents.cause', 'in', CAUSES_BY_SEVERITY.filter(isHelp))]),
      ),
    )
    .execute()
  return new Set(rung.map(({ phoneNumber }) => phoneNumber))
}

async function notifiedInRound(trx: Trx, { id, round }: OpenIncident): Promise<Notified[]> {
  const alerts = await trx
    .selectFrom('alerts')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .select(['alerts.incidentPersonId', 'alerts.channel', 'alerts.round', 'alerts.createdAt as at', 'alerts.answer'])
    .select(['messages.failedAt', 'messages.delivery', 'alertCalls.state'])
    .where('alerts.incidentId', '=', id)
    .where('alerts.purpose', '=', 'alert')
    .where('alerts.round', '=', round)
    .where('alerts.supersededAt', 'is', null)
    .orderBy('alerts.id')
    .execute()
  return alerts.map(({ failedAt, delivery, state, answer, ...notified }) => ({
    ...notified,
    noAnswerExpected: noAnswerExpected(notified.channel, { failedAt, delivery, state, answer }),
  }))
}

interface Progress {
  failedAt: Date | null
  delivery: string | null
  state: string | null
  answer: string | null
}

function noAnswerExpected(channel: AlertChannel, { failedAt, delivery, state, answer }: Progress): boolean {
  if (channel === 'call') return state === 'ended' && answer === null
  return failedAt !== null || delivery === 'failed'
}
