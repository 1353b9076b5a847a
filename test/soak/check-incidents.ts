import type { Evidence } from './evidence.ts'
import { isAboutCalls, mayHaveRefused } from './nos.ts'

// How people must be notified, stated independently of the code, as in `check-the-promise.ts`.

const SECOND = 1_000
const MINUTE = 60 * SECOND
/** How soon after the last fault everything works again: what a dead process had claimed is taken over by then. */
const WORKS_AGAIN_MS = 5 * MINUTE
const ACCOUNT_HOLDER_NOTIFIED_WITHIN_MS = MINUTE
const HELP_RINGS_WITHIN_MS = MINUTE
/** How long a request sent before an answer may still take to arrive. */
const ON_ITS_WAY_MS = 30 * SECOND
/** The time a machine takes to do it. */
const MOMENT_MS = 5 * SECOND
const SAYS_ALL_IS_WELL = /^\W*3\b|\b(?:ok|okay|fine|well|good)\b/i
const ASKS_SOMEBODY = ['alert', 'unresolved', 'nobody_reached']

type Incident = Evidence['incidents'][number]

const at = (instant: Date | number): string => new Date(instant).toISOString()
const nameOf = ({ id, openedAt }: Incident): string => `incident ${id}, open since ${at(openedAt)}`

/** When the deadline for something that happened at `instant` starts: after the last fault at the earliest. */
function fairFrom({ endedAt }: Evidence, instant: Date): number {
  return Math.max(instant.getTime(), endedAt + WORKS_AGAIN_MS)
}

/** When each message left, by any channel. */
function leftAt({ mails, texts }: Evidence, messageId: number): number {
  const sent = [...mails, ...texts].filter((one) => one.messageId === messageId)
  return Math.min(...sent.map((one) => one.at))
}

/** The account holder is notified within a minute, as soon as the machine works. */
export function theHolderIsNotifiedSoon(evidence: Evidence): string[] {
  const { incidents, alerts, people, messages } = evidence
  return incidents.flatMap((incident) => {
    const holder = people.find((one) => one.incidentId === incident.id && one.role === 'member')
    const written = alerts.filter(
      ({ incidentId, incidentPersonId, channel }) =>
        incidentId === incident.id && incidentPersonId === holder?.id && channel !== 'call',
    )
    const latest = fairFrom(evidence, incident.escalationStartedAt) + ACCOUNT_HOLDER_NOTIFIED_WITHIN_MS
    const isOnTime = written.some(({ messageId }) => {
      const message = messages.find(({ id }) => id === messageId)
      return messageId !== null && (leftAt(evidence, messageId) <= latest || message?.error === 'Not needed any more')
    })
    // A released incident goes to the next contact; one that is over goes to nobody.
    const isOver = incident.endedAt !== null && incident.endedAt.getTime() <= latest
    return isOnTime || isOver ? [] : [`The account holder was notified late: ${nameOf(incident)}, by ${at(latest)}`]
  })
}

/** In order of severity, the most severe last. */
const SEVERITY: readonly Evidence['causes'][number]['cause'][] = [
  'not_made',
  'not_reached',
  'unclear',
  'uncertain_help',
  'help',
]

/**
 * After a request for help somebody's phone rings within a minute, unless it rang for an open incident as grave.
 * Where the provider rings none of their numbers, a request to ring them was made.
 */
export function helpRingsSoon(evidence: Evidence): string[] {
  const { incidents, causes, people, alerts, rings, refused, clockErrorMs } = evidence
  const neverRung = new Set(refused.map(({ to }) => to))
  return causes.flatMap((cause) => {
    const incident = incidents.find(({ id }) => id === cause.incidentId)
    if (!incident || (cause.cause !== 'help' && cause.cause !== 'uncertain_help')) return []
    const joins = causes.some(
      (other) =>
        other.incidentId === cause.incidentId &&
        other.id !== cause.id &&
        other.happenedAt < cause.happenedAt &&
        (other.endedAt === null || other.endedAt > cause.happenedAt) &&
        SEVERITY.indexOf(other.cause) >= SEVERITY.indexOf(cause.cause),
    )
    if (joins) return []
    const earliest = cause.happenedAt.getTime() - clockErrorMs
    const latest = fairFrom(evidence, cause.happenedAt) + HELP_RINGS_WITHIN_MS + MOMENT_MS
    const phones = people
      .filter(({ incidentId, declinedAt }) => incidentId === incident.id && declinedAt === null)
      .flatMap(({ phoneNumber }) => phoneNumber ?? [])
      // Who says no meanwhile is left out.
      .filter((phone) => !mayHaveRefused(evidence, { phones: [phone], accountId: null, from: earliest, to: latest }))
    if (phones.length === 0) return []
    const isAnyRung = phones.some((phone) => !neverRung.has(phone))
    const own = new Set(alerts.filter(({ incidentId }) => incidentId === incident.id).map(({ id }) => id))
    const isInTime = (instant: number) => earliest <= instant && instant <= latest
    const isRung = (isAnyRung ? rings : refused).some(
      ({ subject, requestedAt }) => 'alertId' in subject && own.has(subject.alertId) && isInTime(requestedAt),
    )
    const isTaken = [incident.endedAt, incident.ownedAt, cause.endedAt].some(
      (instant) => instant !== null && isInTime(instant.getTime()),
    )
    const wasTaken = alerts.some(
      ({ incidentId, purpose, createdAt }) =>
        incidentId === incident.id && purpose === 'owned' && isInTime(createdAt.getTime()),
    )
    return isRung || isTaken || wasTaken ? [] : [`Help rings nobody's phone: ${nameOf(incident)}, by ${at(latest)}`]
  })
}

/** Once an incident is acknowledged or over, nobody else is notified, except by what was already on its way. */
export function nobodyIsDisturbedAfterAnAnswer(evidence: Evidence): string[] {
  const { incidents, alerts, rings, texts, clockErrorMs } = evidence
  return incidents.flatMap((incident) => {
    const answeredAt = incident.status === 'owned' ? incident.ownedAt : incident.endedAt
    if (answeredAt === null) return []
    const latest = answeredAt.getTime() + ON_ITS_WAY_MS + clockErrorMs
    const asking = alerts.filter(
      ({ incidentId, purpose }) => incidentId === incident.id && ASKS_SOMEBODY.includes(purpose),
    )
    const rung = new Set(asking.map(({ id }) => id))
    const written = new Set(asking.flatMap(({ messageId }) => messageId ?? []))
    return [
      ...rings
        .filter(({ subject, requestedAt }) => 'alertId' in subject && rung.has(subject.alertId) && requestedAt > latest)
        .map((ring) => `Rung after an answer: ${ring.to} at ${at(ring.requestedAt)}, of ${nameOf(incident)}`),
      ...texts
        .filter((text) => text.messageId !== null && written.has(text.messageId) && text.at > latest)
        .map((text) => `Texted after an answer: ${text.to} at ${at(text.at)}, of ${nameOf(incident)}`),
    ]
  })
}

/** An incident ends by an answer, a check-in, or a withdrawal: never by itself. */
export function everyIncidentEndsByAPerson(evidence: Evidence): string[] {
  return evidence.incidents
    .filter(({ status }) => status === 'resolved')
    .filter((incident) => incident.withdrawnAt === null && !isAnswered(incident, evidence))
    .map((incident) => `Ended by nobody: ${nameOf(incident)}, ${incident.endedHow}`)
}

function isAnswered(incident: Incident, evidence: Evidence): boolean {
  const { incidents, causes, people, alerts, rings, written, said, numbers, attempts, calls, clockErrorMs } = evidence
  const from = incident.openedAt.getTime() - clockErrorMs
  const to = (incident.endedAt?.getTime() ?? Number.POSITIVE_INFINITY) + clockErrorMs
  const isInTime = (instant: number) => from <= instant && instant <= to
  const isDuring = (ring: { at: number; endedAt: number | null }) =>
    ring.at <= to && (ring.endedAt ?? Number.POSITIVE_INFINITY) >= from - ON_ITS_WAY_MS
  // "All is well" is about the person, whatever was missed.
  const together = new Set(incidents.filter((one) => one.lovedOneId === incident.lovedOneId).map(({ id }) => id))
  const phones = new Set(people.flatMap((one) => (together.has(one.incidentId) ? (one.phoneNumber ?? []) : [])))
  const own = new Set(numbers.find(({ lovedOneId }) => lovedOneId === incident.lovedOneId)?.phoneNumbers)
  const alerting = new Set(alerts.filter(({ incidentId }) => together.has(incidentId)).map(({ id }) => id))
  const theirCalls = new Set(calls.filter((one) => one.lovedOneId === incident.lovedOneId).map(({ id }) => id))
  const theirs = new Map(attempts.filter(({ callId }) => theirCalls.has(callId)).map((one) => [one.id, one]))
  const about = causes.filter(
    ({ incidentId, endedAt }) => incidentId === incident.id && endedAt?.getTime() === incident.endedAt?.getTime(),
  )
  // An answer covers its own call and every call due before it. Known late, it ends the incident when it is known.
  const isAnswer = (ring: { at: number; endedAt: number | null }, attemptId: number) => {
    const attempt = theirs.get(attemptId)
    const isKnownThen =
      ring.at <= to &&
      Math.abs((attempt?.endedAt?.getTime() ?? 0) - (incident.endedAt?.getTime() ?? 0)) <= MOMENT_MS + clockErrorMs
    return (
      attempt !== undefined &&
      (isDuring(ring) || isKnownThen) &&
      about.every(
        (cause) =>
          cause.callId === attempt.callId ||
          askedAt(cause).getTime() <= (ring.endedAt ?? Number.POSITIVE_INFINITY) + clockErrorMs,
      )
    )
  }
  return (
    said.some((one) => one.answer === 'ok' && together.has(one.incidentId) && isInTime(one.at)) ||
    written.some(
      (one) =>
        ((own.has(one.from) && !isAboutCalls(one)) || (phones.has(one.from) && SAYS_ALL_IS_WELL.test(one.text))) &&
        one.at <= to,
    ) ||
    rings.some(
      (ring) =>
        ('alertId' in ring.subject &&
          isDuring(ring) &&
          alerting.has(ring.subject.alertId) &&
          ring.keysPressed.some(({ key }) => key === '3')) ||
        ('attemptId' in ring.subject &&
          isAnswer(ring, ring.subject.attemptId) &&
          (ring.keysPressed.length > 0 || ring.meant.some(({ meaning }) => meaning !== 'unclear'))),
    )
  )
}

/** From when an answer covers a cause: for a missed call, from the time it was due. */
const askedAt = ({ cause, scheduledFor, happenedAt }: Evidence['causes'][number]): Date =>
  cause === 'not_made' || cause === 'not_reached' ? (scheduledFor ?? happenedAt) : happenedAt

/** However many calls are missed: one text, one answer. The escalation restarts when something more severe happens. */
export function onePersonHasOneIncident({ incidents, clockErrorMs }: Evidence): string[] {
  return [...Map.groupBy(incidents, ({ lovedOneId }) => lovedOneId)].flatMap(([lovedOneId, theirs]) => {
    const inOrder = theirs.toSorted(
      (one, other) => one.escalationStartedAt.getTime() - other.escalationStartedAt.getTime(),
    )
    return inOrder.flatMap((incident, index) => {
      const escalationStartedAt = incident.escalationStartedAt.getTime() + clockErrorMs
      const before = inOrder
        .slice(0, index)
        .find(({ endedAt }) => endedAt === null || endedAt.getTime() > escalationStartedAt)
      if (!before) return []
      return [`Two incidents of one person: ${before.id} and ${incident.id} of loved one ${lovedOneId}`]
    })
  })
}

/** No phone rings for us a second time while it rings or is talked on for us. */
export function onePhoneRingsOnceAtATime({ rings }: Evidence): string[] {
  return [...Map.groupBy(rings, ({ to }) => to)].flatMap(([to, rung]) => {
    const inOrder = rung.toSorted((one, other) => one.at - other.at)
    return inOrder.flatMap((ring, index) => {
      const before = inOrder.slice(0, index).find((one) => one.endedAt === null || one.endedAt > ring.at)
      return before ? [`One phone rang twice at once: ${to} at ${at(before.at)} and at ${at(ring.at)}`] : []
    })
  })
}

/** A loved one is rung exactly as often as was asked for, and never sooner. */
export function triesKeepTheirDistance(evidence: Evidence): string[] {
  const { calls, attempts, rings, numbers, clockErrorMs } = evidence
  return calls.flatMap((call) => {
    const retries = numbers.find(({ lovedOneId }) => lovedOneId === call.lovedOneId)?.retries
    if (!retries) return []
    const own = new Map(attempts.filter(({ callId }) => callId === call.id).map((one) => [one.id, one]))
    const rung = rings
      .filter(({ subject }) => 'attemptId' in subject && own.has(subject.attemptId))
      .toSorted((one, other) => one.requestedAt - other.requestedAt)
    const notYet = [...own.values()].filter(({ outcome }) => outcome === 'not_yet').length
    // A phone that is busy with another call of ours uses up no try, and is rung again when that call has ended.
    const most = 1 + retries.attempts + notYet + call.uncountedTries
    const isUncounted = (ring: (typeof rung)[number]) =>
      call.uncountedTries > 0 && 'attemptId' in ring.subject && own.get(ring.subject.attemptId)?.outcome === 'busy'
    const tooMany = rung.length > most ? [`Rung ${rung.length} times, and ${most} at most: call ${call.id}`] : []
    const tooNear = rung.flatMap((ring, index) => {
      const before = rung[index - 1]
      const earliest = (before?.endedAt ?? 0) + retries.delayMs - clockErrorMs
      return before && ring.requestedAt < earliest && !isUncounted(before)
        ? [`Tried again too soon: call ${call.id} at ${at(ring.requestedAt)}, before ${at(earliest)}`]
        : []
    })
    return [...tooMany, ...tooNear]
  })
}
