import type { AlertChannel, Ladder, PersonInOrder, Told } from '#core/escalation/ladder.ts'
import { ringsHeldUntil } from '#core/escalation/rings-held.ts'
import { notificationSettingsOf } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database.ts'
import type { IncidentDeps } from './deps.ts'
import { causesOf, standing } from './incident-causes.ts'
import type { OpenIncident, PersonToTell } from './incident-state.ts'
import { lockPhones } from './lock-phones.ts'
import { isLineFull } from './owed-alerts.ts'
import { writtenChannels } from './written-channels.ts'

/** All that decides who is told next of an incident, as it is now. `people` are those it may be told to. */
export async function readLadder(
  { callsPerSecond }: Pick<IncidentDeps, 'callsPerSecond'>,
  trx: Trx,
  incident: OpenIncident,
  people: readonly PersonToTell[],
  now: Date,
): Promise<Ladder> {
  const { ringMeFirst } = await notificationSettingsOf(trx, incident.accountId)
  return {
    cause: incident.cause,
    zone: incident.timezone,
    begunAt: incident.begunAt,
    round: incident.round,
    roundAt: incident.roundAt,
    pauses: incident.pauses,
    ringsHolderFirst: ringMeFirst,
    isLineFull: await isLineFull(trx, callsPerSecond, now),
    ringsHeldUntil: ringsHeldUntil(standing(await causesOf(trx, incident.id)), incident.timezone, now),
    people: await inOrder(trx, incident, people),
    told: await toldInRound(trx, incident),
  }
}

async function inOrder(trx: Trx, incident: OpenIncident, people: readonly PersonToTell[]): Promise<PersonInOrder[]> {
  const withoutTexts = await numbersWithoutTexts(trx, incident)
  const ownPhones = [incident.lovedOnePhone, incident.secondPhoneNumber]
  // The lock first: of two incidents that would ring one phone, the second sees the ring of the first.
  await lockPhones(trx, people)
  const onPhone = await numbersBeingRung(trx, people)
  const inOrder: PersonInOrder[] = []
  for (const person of people) {
    const { id, role, phoneNumber, declinedAt } = person
    const isHolder = role === 'account_holder'
    const { channels } = await writtenChannels(trx, incident, person, 'alert')
    const takesTexts = isHolder || phoneNumber === null || !withoutTexts.has(phoneNumber)
    inOrder.push({
      id,
      isHolder,
      written: channels.filter((channel) => channel !== 'sms' || takesTexts),
      canBeRung: phoneNumber !== null,
      hasDeclined: declinedAt !== null,
      isOnPhone: phoneNumber !== null && onPhone.has(phoneNumber),
      isRungLast: !isHolder && phoneNumber !== null && ownPhones.includes(phoneNumber),
    })
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

/** Phones that ring for an alert, or are about to, of whatever incident. */
async function numbersBeingRung(trx: Trx, people: readonly PersonToTell[]): Promise<Set<string>> {
  const numbers = people.flatMap(({ phoneNumber }) => phoneNumber ?? [])
  const rung = await trx
    .selectFrom('alertCalls')
    .select('phoneNumber')
    .where('settleAt', 'is not', null)
    .where('phoneNumber', '=', (eb) => eb.fn.any(eb.val(numbers)))
    .execute()
  return new Set(rung.map(({ phoneNumber }) => phoneNumber))
}

async function toldInRound(trx: Trx, { id, round }: OpenIncident): Promise<Told[]> {
  const alerts = await trx
    .selectFrom('alerts')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .select(['alerts.personId', 'alerts.channel', 'alerts.round', 'alerts.createdAt as at', 'alerts.answer'])
    .select(['messages.failedAt', 'messages.delivery', 'alertCalls.state'])
    .where('alerts.incidentId', '=', id)
    .where('alerts.purpose', '=', 'alert')
    .where('alerts.round', '=', round)
    .orderBy('alerts.id')
    .execute()
  return alerts.map(({ failedAt, delivery, state, answer, ...told }) => ({
    ...told,
    isOver: isOver(told.channel, { failedAt, delivery, state, answer }),
  }))
}

interface Progress {
  failedAt: Date | null
  delivery: string | null
  state: string | null
  answer: string | null
}

function isOver(channel: AlertChannel, { failedAt, delivery, state, answer }: Progress): boolean {
  if (channel === 'call') return state === 'ended' && answer === null
  return failedAt !== null || delivery === 'failed'
}
