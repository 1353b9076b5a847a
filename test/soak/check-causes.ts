import { mayHaveBeenAway } from './check-times-away.ts'
import type { Evidence } from './evidence.ts'
import { agreedFrom, isAboutCalls, mayHaveRefused } from './nos.ts'

// What must follow each cause of an incident, stated independently of the code.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NIGHT_BEGINS = 21
const NIGHT_ENDS = 7
const OLD_MS = 12 * HOUR
const FOUND_LATE_MS = 90 * MINUTE
/** A ring that was decided before 21:00 may come later than that: the line may be full, the phone in use. */
const RINGS_LATER_MS = 15 * MINUTE
/** The longest night, plus the hour in which the catch-up call rings. */
const MADE_UP_WITHIN_MS = 12 * HOUR
/** An incident that is over so soon may stay unreported. */
const SOON_OVER_MS = 15 * MINUTE

type Cause = Evidence['causes'][number]

const at = (instant: Date | number): string => new Date(instant).toISOString()
const isNotSpokenTo = ({ cause }: Cause): boolean => cause === 'not_made' || cause === 'not_reached'

/** The zones in which a loved one may have been at an instant: while a move is being saved, both. */
export function zonesAt({ numbers }: Evidence, lovedOneId: number, instant: number): string[] {
  const zones = numbers.find((one) => one.lovedOneId === lovedOneId)?.zones ?? []
  return zones.filter(({ from, until }) => from <= instant && instant <= until).map(({ zone }) => zone)
}

export function hourAt(instant: number, zone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(Math.floor(instant)).toZonedDateTimeISO(zone).hour
}

/** Several calls share an incident, and each is reported to the account holder: by its alert, or by a mail that something else happened. */
export function everyCauseIsNotified(evidence: Evidence): string[] {
  const { causes, incidents, people, alerts, mails, texts, messages, clockErrorMs } = evidence
  const left = new Set([...mails, ...texts].map(({ messageId }) => messageId))
  return causes.flatMap((cause) => {
    const incident = incidents.find(({ id }) => id === cause.incidentId)
    const happenedAt = cause.happenedAt.getTime()
    const isSoonOver = [cause.endedAt, cause.withdrawnAt, incident?.endedAt].some(
      (over) => over && over.getTime() < happenedAt + SOON_OVER_MS,
    )
    if (!incident || isSoonOver) return []
    const holders = people.filter((one) => one.incidentId === incident.id && one.role === 'member')
    const isNotified = alerts.some(({ incidentId, incidentPersonId, purpose, channel, messageId, createdAt }) => {
      const isNews = purpose === 'alert' || purpose === 'further'
      if (incidentId !== incident.id || !isNews || channel === 'call' || messageId === null) return false
      if (!holders.some(({ id }) => id === incidentPersonId) || createdAt.getTime() < happenedAt - clockErrorMs)
        return false
      const message = messages.find(({ id }) => id === messageId)
      return left.has(messageId) || message?.error === 'Not needed any more'
    })
    return isNotified
      ? []
      : [`The account holder was not notified of cause ${cause.id}, ${cause.cause}, since ${at(happenedAt)}`]
  })
}

/** A call that we did not place says nothing about the person: contacts are not notified until the loved one could be rung. */
export function contactsWaitForTheCatchUp(evidence: Evidence): string[] {
  const { incidents, people, alerts, clockErrorMs } = evidence
  return incidents.flatMap(({ id, escalationStartedAt, contactsFrom }) => {
    if (contactsFrom === null) return []
    const contacts = new Set(
      people.filter(({ incidentId, role }) => incidentId === id && role === 'contact').map((one) => one.id),
    )
    return alerts
      .filter(
        ({ incidentId, incidentPersonId, purpose }) =>
          incidentId === id && purpose === 'alert' && contacts.has(incidentPersonId),
      )
      .filter(
        ({ createdAt }) =>
          createdAt >= escalationStartedAt && createdAt.getTime() < contactsFrom.getTime() - clockErrorMs,
      )
      .map(
        (alert) =>
          `Notified before the loved one was rung: contact ${alert.incidentPersonId} at ${at(alert.createdAt)}, of incident ${id}`,
      )
  })
}

/** No contact's phone rings at night for old misses alone. */
export function oldMissesWaitForTheMorning(evidence: Evidence): string[] {
  const { incidents, causes, people, alerts, rings } = evidence
  const contacts = new Set(people.filter(({ role }) => role === 'contact').map(({ id }) => id))
  return rings.flatMap((ring) => {
    const alert = 'alertId' in ring.subject ? alerts.find(({ id }) => id === alertOf(ring)) : undefined
    const incident = incidents.find(({ id }) => id === alert?.incidentId)
    if (!alert || !incident || alert.purpose !== 'alert' || !contacts.has(alert.incidentPersonId)) return []
    const decidedAt = alert.createdAt.getTime()
    const known = causes.filter(
      ({ incidentId, happenedAt }) => incidentId === incident.id && happenedAt <= alert.createdAt,
    )
    const open = known.filter(({ endedAt }) => endedAt === null || endedAt > alert.createdAt)
    const [newest] = open.toSorted((one, other) => dueAt(other) - dueAt(one))
    if (!newest || !open.every(isNotSpokenTo)) return []
    const isOld = decidedAt - dueAt(newest) > OLD_MS
    const isFoundLate = newest.happenedAt.getTime() - dueAt(newest) > FOUND_LATE_MS
    if (!isOld && !isFoundLate) return []
    const isNight = (instant: number) =>
      zonesAt(evidence, incident.lovedOneId, instant).every((zone) => {
        const hour = hourAt(instant, zone)
        return hour >= NIGHT_BEGINS || hour < NIGHT_ENDS
      })
    if (!isNight(ring.requestedAt - RINGS_LATER_MS) || !isNight(ring.requestedAt + evidence.clockErrorMs)) return []
    return [`Rung at night for an old miss: ${ring.to} at ${at(ring.requestedAt)}, of incident ${incident.id}`]
  })
}

function alertOf({ subject }: Evidence['rings'][number]): number {
  return 'alertId' in subject ? subject.alertId : 0
}

function dueAt({ scheduledFor, happenedAt }: Cause): number {
  return (scheduledFor ?? happenedAt).getTime()
}

/** A loved one who was not rung at all is rung by the next morning, unless they checked in or the call is no longer wanted. */
export function whoWasNotRungIsRung(evidence: Evidence): string[] {
  const { causes, calls, attempts, rings, written, numbers, cancelled, suspended, endedAt } = evidence
  return causes.flatMap((cause) => {
    const call = calls.find(({ id }) => id === cause.callId)
    if (cause.cause !== 'not_made' || !call || call.catchUpFor !== null) return []
    const from = call.scheduledFor.getTime()
    const to = cause.happenedAt.getTime() + MADE_UP_WITHIN_MS
    if (to > endedAt) return []
    const theirs = calls.filter(({ lovedOneId }) => lovedOneId === call.lovedOneId)
    const own = new Set(attempts.filter(({ callId }) => theirs.some(({ id }) => id === callId)).map(({ id }) => id))
    const isRung = rings.some(
      (ring) =>
        'attemptId' in ring.subject &&
        own.has(ring.subject.attemptId) &&
        ring.requestedAt <= to &&
        (ring.endedAt ?? Number.POSITIVE_INFINITY) >= from,
    )
    // When the outage goes on, the call ends as failed, and that is reported.
    const isMadeUp = theirs.some(({ catchUpFor }) => catchUpFor !== null && catchUpFor.getTime() >= from)
    const phones = numbers.find(({ lovedOneId }) => lovedOneId === call.lovedOneId)?.phoneNumbers ?? []
    const hasWritten = written.some(
      (text) => phones.includes(text.from) && !isAboutCalls(text) && text.at >= from && text.at <= to,
    )
    const isUnwanted =
      cancelled.some(
        ({ scheduleId, at: since }) => theirs.some((one) => one.scheduleId === scheduleId) && since <= to,
      ) ||
      suspended.some((one) => one.accountId === call.accountId && one.from <= to && one.until >= from) ||
      mayHaveBeenAway(evidence, call.lovedOneId, { from, to }) ||
      mayHaveRefused(evidence, { phones, accountId: call.accountId, from, to }) ||
      agreedFrom(evidence, call.lovedOneId) > to
    return isRung || isMadeUp || hasWritten || isUnwanted
      ? []
      : [`No catch-up call: call ${call.id} due ${at(from)}, which was not placed`]
  })
}
