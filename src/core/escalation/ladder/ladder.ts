import { type IncidentCause, isHelp } from '../incident-cause.ts'
import type { EscalationTiming } from './escalation-timing.ts'
import { nextRound } from './next-round.ts'

export type AlertChannel = 'email' | 'sms' | 'call'

/** Somebody who may be notified of an incident. */
export interface PersonInOrder {
  id: number
  /** Members of the family are notified at once and together, contacts one after the other. */
  isMember: boolean
  /** Of a member: rung although there are contacts, and nobody has asked for help. */
  isRungFirst?: boolean
  /** Mail and text, as they are sent to them, in this order. */
  messageChannels: readonly Exclude<AlertChannel, 'call'>[]
  canBeRung: boolean
  /** Said "I can't" to this incident: is not asked again while anybody else is left. */
  hasDeclined: boolean
  /** An alert of ours is ringing their phone, or they are listening to one. */
  isOnPhone: boolean
  /** Their phone is the one on which nobody was reached: they are sent messages in their order, and rung after all others. */
  isRungLast?: boolean
  /** They are notified after those who can be reached now; by default they can be. */
  reachability?: Reachability
}

/** `later`: it is outside of the hours they gave, or they are away. `last`: texts have not reached them. */
export type Reachability = 'now' | 'later' | 'last'

export interface Notified {
  incidentPersonId: number
  channel: AlertChannel
  round: number
  at: Date
  /** It did not arrive, or nobody answered: nobody waits for an answer to it any more. */
  noAnswerExpected: boolean
}

/** All that decides who is notified next of an incident that nobody owns. */
export interface Ladder {
  cause: IncidentCause
  /** The loved one's. */
  zone: string
  /** Since when people are notified: since it was opened, started over, or given back. */
  escalationStartedAt: Date
  round: number
  /** When the present round begins; ahead of now in a pause. */
  roundStartsAt: Date
  /** How many pauses between rounds there were. */
  pauses: number
  /** More rings are queued than the rate allows: people who can be sent a message are not rung for now, unless help was requested. */
  isAtCapacity: boolean
  /** Until when no contact is rung, only sent messages; null where they may be. */
  ringsDelayedUntil?: Date | null
  /** Members, then contacts in the order that the list has now. */
  people: readonly PersonInOrder[]
  /** In any order. */
  notified: readonly Notified[]
}

export type LadderStep =
  | { kind: 'notify'; incidentPersonId: number; channel: AlertChannel }
  | { kind: 'wait'; until: Date }
  /** Everybody has been notified in this round. `isPause`: the next one does not begin at once. */
  | { kind: 'next_round'; at: Date; isPause: boolean }

/** A notification of this round that is still to be sent, and when. */
interface Planned {
  incidentPersonId: number
  channel: AlertChannel
  at: number
}

/**
 * What is to be done now about an incident that nobody owns: notify somebody, wait, or begin the next
 * round. There is always a next step: it never ends by itself. The members of the family are notified beside the
 * contacts, who are notified one after the other, each by message and then by phone.
 */
export function nextEscalationStep(ladder: Ladder, timing: EscalationTiming, now: Date): LadderStep {
  if (now < ladder.roundStartsAt) return { kind: 'wait', until: ladder.roundStartsAt }
  const round = plannedNotifications(ladder, timing, now.getTime())
  const [first] = round.planned.sort((one, other) => one.at - other.at)
  if (first) {
    if (first.at > now.getTime()) return { kind: 'wait', until: new Date(first.at) }
    return { kind: 'notify', incidentPersonId: first.incidentPersonId, channel: first.channel }
  }
  if (round.roundAwaitedUntil > now.getTime()) return { kind: 'wait', until: new Date(round.roundAwaitedUntil) }
  const next = nextRound(ladder, timing, {
    roundAwaitedUntil: round.roundAwaitedUntil,
    lastNotifiedAt: round.lastNotifiedAt,
    now: now.getTime(),
  })
  const delayedUntil = delayedAt(ladder, now.getTime())
  // Until rings are allowed there is no new round: it would only repeat the messages.
  return delayedUntil && next.at < delayedUntil ? { kind: 'next_round', at: delayedUntil, isPause: false } : next
}

function delayedAt({ ringsDelayedUntil = null }: Ladder, now: number): Date | null {
  return ringsDelayedUntil !== null && now < ringsDelayedUntil.getTime() ? ringsDelayedUntil : null
}

/** Who is asked in this round: those who can; where nobody is left, the members, whatever they have said. */
export function whoIsAsked({ people }: Pick<Ladder, 'people'>): {
  members: readonly PersonInOrder[]
  contacts: readonly PersonInOrder[]
} {
  const contacts = people.filter(({ isMember, hasDeclined }) => !isMember && !hasDeclined)
  const all = people.filter(({ isMember }) => isMember)
  const members = all.filter(({ hasDeclined }) => !hasDeclined)
  return { members: members.length === 0 && contacts.length === 0 ? all : members, contacts }
}

/** A round without a pause after a help request: phones are rung, and no message is sent twice. */
export function isExpedited({
  cause,
  pauses,
  roundStartsAt,
  escalationStartedAt,
}: Pick<Ladder, 'cause' | 'pauses' | 'roundStartsAt' | 'escalationStartedAt'>): boolean {
  return isHelp(cause) && pauses === 0 && roundStartsAt > escalationStartedAt
}

function plannedNotifications(ladder: Ladder, timing: EscalationTiming, now: number) {
  const { members, contacts } = whoIsAsked(ladder)
  // Alerts from before it was given back are not waited for.
  const notified = ladder.notified
    .filter(({ round }) => round === ladder.round)
    .map((one) => ({ ...one, noAnswerExpected: one.noAnswerExpected || one.at < ladder.escalationStartedAt }))
  const notificationsOf = (person: PersonInOrder) =>
    notified
      .filter(({ incidentPersonId }) => incidentPersonId === person.id)
      .sort((one, other) => one.at.getTime() - other.at.getTime())
  const roundStartsAt = ladder.roundStartsAt.getTime()
  const expedited = isExpedited(ladder)
  const isMessageEnough = ladder.isAtCapacity && !isHelp(ladder.cause)
  const planned: Planned[] = []
  let roundAwaitedUntil = roundStartsAt

  const nextForMember = (person: PersonInOrder) => {
    const own = notificationsOf(person)
    const ringAfter = expedited ? 0 : isHelp(ladder.cause) ? timing.ringMemberHelpMs : timing.afterTextMs
    // Counted from when their message was written: after an outage they still get the full wait.
    const messagedAt = Math.max(roundStartsAt, own.find(({ channel }) => channel !== 'call')?.at.getTime() ?? 0)
    const ringAt = own.some(({ channel, noAnswerExpected }) => channel === 'sms' && noAnswerExpected)
      ? roundStartsAt
      : messagedAt + ringAfter
    const isRung = isHelp(ladder.cause) || person.isRungFirst || contacts.length === 0
    const canBeRung = person.canBeRung && isRung
    return nextFor({ ...person, canBeRung }, own, {
      expedited,
      isMessageEnough,
      messageAt: roundStartsAt,
      ringAt,
      timing,
      now,
    })
  }
  for (const member of members) {
    const next = nextForMember(member)
    if (next) planned.push(next)
    roundAwaitedUntil = Math.max(
      roundAwaitedUntil,
      answerAwaitedUntil(ladder.cause, timing, member, notificationsOf(member)),
    )
  }

  const firstContactAt =
    roundStartsAt + (expedited && members.some(({ canBeRung }) => canBeRung) ? timing.afterTextHelpMs : 0)
  const lastAsked = lastNotifiedIn(ladder, notified)
  const nextContactAt = lastAsked
    ? answerAwaitedUntil(ladder.cause, timing, lastAsked, notificationsOf(lastAsked))
    : firstContactAt
  const afterText = isHelp(ladder.cause) ? timing.afterTextHelpMs : timing.afterTextMs
  const byReachability = reachableFirst(contacts, (contact) => notificationsOf(contact).length > 0)
  for (const contact of inOrderOfContact(byReachability, { expedited, isDelayed: delayedAt(ladder, now) !== null })) {
    const own = notificationsOf(contact)
    const messaged = own.find(({ channel }) => channel !== 'call')
    const ringOwnAt = messaged ? messaged.at.getTime() + (messaged.noAnswerExpected ? 0 : afterText) : nextContactAt
    const ringAt = isRungLast(contact) ? Math.max(ringOwnAt, nextContactAt) : ringOwnAt
    const messageAt = own.length > 0 ? now : nextContactAt
    const next = nextFor(contact, own, { expedited, isMessageEnough, messageAt, ringAt, timing, now })
    if (!next) continue
    planned.push(next)
    break
  }
  if (lastAsked) roundAwaitedUntil = Math.max(roundAwaitedUntil, nextContactAt)
  // All who are left are on the phone: a round that notifies nobody would be silence.
  const anyMember = ladder.people.find(({ isMember }) => isMember)
  const last = planned.length === 0 && notified.length === 0 && anyMember ? nextForMember(anyMember) : undefined
  if (last) planned.push(last)
  return { planned, roundAwaitedUntil, lastNotifiedAt: Math.max(0, ...notified.map(({ at }) => at.getTime())) }
}

const REACHABILITIES: readonly Reachability[] = ['now', 'later', 'last']

/** In the order of the list, those first who can be reached now. Anybody already notified in this round stays first. */
function reachableFirst(
  contacts: readonly PersonInOrder[],
  isNotified: (contact: PersonInOrder) => boolean,
): PersonInOrder[] {
  const rank = (contact: PersonInOrder) =>
    isNotified(contact) ? -1 : REACHABILITIES.indexOf(contact.reachability ?? 'now')
  return contacts.toSorted((one, other) => rank(one) - rank(other))
}

/** Contacts in their order. One who is rung last is there twice: for the text in their place, and at the end for the ring. */
function inOrderOfContact(
  contacts: readonly PersonInOrder[],
  { expedited, isDelayed }: { expedited: boolean; isDelayed: boolean },
): PersonInOrder[] {
  const onlyMessaged = (contact: PersonInOrder) => ({ ...contact, canBeRung: false })
  if (isDelayed) return contacts.map(onlyMessaged)
  const [last, others] = [contacts.filter(isRungLast), contacts.filter((contact) => !isRungLast(contact))]
  if (expedited) return [...others, ...last]
  return [...contacts.map((contact) => (isRungLast(contact) ? onlyMessaged(contact) : contact)), ...last]
}

const isRungLast = ({ isRungLast = false, canBeRung }: PersonInOrder): boolean => isRungLast && canBeRung

/** The contact who was notified last in this round: the next one waits for them. */
function lastNotifiedIn({ people }: Ladder, notified: readonly Notified[]): PersonInOrder | undefined {
  const contacts = new Map(people.filter(({ isMember }) => !isMember).map((person) => [person.id, person]))
  const last = notified
    .filter(({ incidentPersonId }) => contacts.has(incidentPersonId))
    .reduce<Notified | undefined>((latest, one) => (latest && latest.at > one.at ? latest : one), undefined)
  return last && contacts.get(last.incidentPersonId)
}

interface When {
  expedited: boolean
  /** A person who was sent a message that may have arrived is not rung. */
  isMessageEnough: boolean
  messageAt: number
  ringAt: number
  timing: EscalationTiming
  now: number
}

/** The next way to notify a person in this round; undefined when all ways were used. */
function nextFor(person: PersonInOrder, own: readonly Notified[], when: When): Planned | undefined {
  const { expedited, isMessageEnough, messageAt, ringAt, timing, now } = when
  const isNotified = (channel: AlertChannel) => own.some((one) => one.channel === channel)
  const unused = person.messageChannels.find((channel) => !isNotified(channel))
  if (unused && !(expedited && person.canBeRung)) return { incidentPersonId: person.id, channel: unused, at: messageAt }
  if (!person.canBeRung || isNotified('call')) return undefined
  if (isMessageEnough && own.some(({ noAnswerExpected }) => !noAnswerExpected)) return undefined
  if (!person.isOnPhone) return { incidentPersonId: person.id, channel: 'call', at: ringAt }
  // One phone is never rung twice at once.
  const busyUntil = ringAt + timing.busyTimeoutMs
  if (now < busyUntil) return { incidentPersonId: person.id, channel: 'call', at: busyUntil }
  const inPlace = own.length === 0 ? person.messageChannels.at(-1) : undefined
  return inPlace && { incidentPersonId: person.id, channel: inPlace, at: now }
}

/** When a person who was notified is no longer expected to answer: then the next one is notified. */
function answerAwaitedUntil(
  cause: IncidentCause,
  timing: EscalationTiming,
  person: PersonInOrder,
  own: readonly Notified[],
): number {
  const [first, last] = [own[0], own.at(-1)]
  if (!first || !last || person.hasDeclined || last.noAnswerExpected) return last?.at.getTime() ?? 0
  if (person.isMember) {
    if (last.channel !== 'call') return last.at.getTime()
    return last.at.getTime() + (isHelp(cause) ? timing.afterTextHelpMs : timing.callTimeoutMs)
  }
  if (isHelp(cause)) return first.at.getTime() + timing.nextPersonHelpMs
  return last.at.getTime() + (last.channel === 'call' ? timing.callTimeoutMs : timing.afterTextMs)
}
