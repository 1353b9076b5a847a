import type { CallDetails, TimelineEntry } from '#contract/calls/call-details.ts'
import type { Call } from '#contract/calls/calls.ts'
import type { CallStatus, CallType } from '#core/calls/call-vocabulary.ts'
import { causeInWords } from '#core/escalation/causes-in-words.ts'
import { leavesReminderOpen } from '#core/escalation/ladder/open-reminders.ts'
import { inOwnWords } from '#core/escalation/texts/all-is-well.ts'
import type { IncidentsOfCalls } from '#server/features/calls/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import { causesOf, type IncidentCauseRow, renderContext } from '../causes/incident-causes.ts'
import { ANSWERS, arrival } from './alerts-in-words.ts'
import { readerIdOf } from './reader-id-of.ts'

type Escalation = NonNullable<CallDetails['escalation']>

/** What the calls feature shows of incidents. */
export const incidentsOfCalls: IncidentsOfCalls = { incidentsOf, escalationOf }

async function incidentsOf(
  db: Db,
  reader: ReadAccount,
  callIds: readonly number[],
): Promise<Map<number, Call['incident']>> {
  if (callIds.length === 0) return new Map()
  const rows = await readIncidents(db, { callIds, readerId: await readerIdOf(db, reader) })
  return new Map(
    rows.map(({ callId, cause, status, owner, isYours, nextAt, endedAt, ...call }) => [
      callId,
      // The incident may go on for something else.
      endedAt === null
        ? { cause, status, owner, isYours, isOpen: nextAt !== null }
        : {
            ...{ cause, status: status === 'unresolved' ? status : 'resolved', owner, isOpen: false },
            endedHow: call.endedHow && inOwnWords(call.endedHow, call.readerName),
            isReminderOpen: isReminder(call) && leavesReminderOpen(call.endedHow),
          },
    ]),
  )
}

const isReminder = ({ callType, callStatus }: { callType: CallType; callStatus: CallStatus }): boolean =>
  callType === 'medication_reminder' && callStatus !== 'completed'

const readIncidents = preparedStatement(
  (db, { callIds, readerId }: { callIds: Param<readonly number[]>; readerId: Param<number> }) =>
    db
      .selectFrom('incidentCauses')
      .innerJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
      .innerJoin('calls', 'calls.id', 'incidentCauses.callId')
      .leftJoin('incidentPeople', 'incidentPeople.id', 'incidents.ownerId')
      .leftJoin('incidentPeople as reader', (join) =>
        join.onRef('reader.incidentId', '=', 'incidents.id').on('reader.personId', '=', readerId),
      )
      .select([
        'reader.name as readerName',
        'incidentCauses.callId',
        'incidentCauses.cause',
        'incidents.status',
        'incidentPeople.name as owner',
      ])
      .select(({ eb, fn, lit }) =>
        fn
          .coalesce(eb('incidents.ownerId', '=', eb.ref('reader.id')), lit(false))
          .$castTo<boolean>()
          .as('isYours'),
      )
      .select(['incidents.nextAt', 'incidentCauses.endedAt', 'incidents.endedHow'])
      .select(['calls.callType', 'calls.status as callStatus'])
      .where('incidentCauses.callId', '=', (eb) => eb.fn.any(callIds))
      // An incident that no person had raised is no news about the call.
      .where('incidentCauses.withdrawnAt', 'is', null)
      .$narrowType<{ callId: number }>(),
)

async function escalationOf(db: Db, reader: ReadAccount, callId: number) {
  const [incident] = await readIncident(db, { callId })
  if (!incident) return null
  const readerId = await readerIdOf(db, reader)
  const [causes, alerts, people] = await Promise.all([
    causesOf(db, incident.id),
    readAlerts(db, incident.id),
    db
      .selectFrom('incidentPeople')
      .select(['id', 'name', 'personId', 'declinedAt'])
      .where('incidentId', '=', incident.id)
      .execute(),
  ])
  const readerName = people.find(({ personId }) => personId === readerId)?.name ?? null
  const escalation: Escalation = {
    status: wireStatus(incident.status),
    owner: incident.owner,
    isYours: incident.ownerPersonId === readerId,
    ended: incident.endedAt && { at: incident.endedAt.toISOString(), how: endingInWords(incident, readerName) },
    causes: causes.filter(({ withdrawnAt }) => withdrawnAt === null).map((cause) => aboutCall(incident, cause)),
    steps: alerts.map((alert) => step(alert, { id: readerId, isHolder: readerId === incident.holderId })),
  }
  const declined = people.filter(
    ({ id }) => !alerts.some((alert) => alert.incidentPersonId === id && alert.answer === 'declined'),
  )
  const steps: TimelineEntry[] = [
    ...alerts.map((alert) => notifiedEntry(alert, readerId)),
    ...alerts.filter((alert) => !isInIncident(alert, incident)).flatMap((alert) => replied(alert, readerId)),
    ...declined.flatMap(({ declinedAt, ...person }) =>
      declinedAt ? [entry(declinedAt, 'replied', `${whoOf(person, readerId)} can't`)] : [],
    ),
    ...owned(incident, readerId),
    ...ending(incident, readerName),
  ]
  return { escalation, steps }
}

const readIncident = preparedStatement((db, { callId }: { callId: Param<number> }) =>
  db
    .selectFrom('incidentCauses')
    .innerJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'incidents.accountId')
    .leftJoin('incidentPeople', 'incidentPeople.id', 'incidents.ownerId')
    .select(['lovedOnes.name', 'lovedOnes.timezone'])
    .select(['owners.timezone as readerTimezone', 'owners.personId as holderId'])
    .select(['incidents.id', 'incidents.status', 'incidents.ownerId', 'incidents.intent', 'incidents.etaMinutes'])
    .select(['incidents.ownedAt', 'incidents.endedAt', 'incidents.endedHow', 'incidentPeople.name as owner'])
    .select('incidentPeople.personId as ownerPersonId')
    .where('incidentCauses.callId', '=', callId),
)

function readAlerts(db: Db, incidentId: number) {
  return db
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .leftJoin('messages', 'messages.id', 'alerts.messageId')
    .leftJoin('alertCalls', 'alertCalls.alertId', 'alerts.id')
    .select(['alerts.incidentPersonId', 'alerts.purpose', 'alerts.channel', 'alerts.createdAt'])
    .select([
      'alerts.answer',
      'alerts.answeredAt',
      'incidentPeople.name',
      'incidentPeople.personId',
      'incidentPeople.role',
    ])
    .select([
      'incidentPeople.phoneNumber',
      'incidentPeople.email',
      'alerts.messageId',
      'alerts.messageResult',
      'messages.recipient',
      'messages.sentAt',
    ])
    .select(['messages.failedAt', 'messages.error', 'messages.delivery', 'alertCalls.phoneNumber as dialledNumber'])
    .select([
      'alertCalls.state as callState',
      'alertCalls.answeredAt as pickedUpAt',
      'alertCalls.outcome as callOutcome',
    ])
    .where('alerts.incidentId', '=', incidentId)
    .orderBy('alerts.id')
    .execute()
}

type IncidentRow = Awaited<ReturnType<typeof readIncident>>[number]
type AlertRow = Awaited<ReturnType<typeof readAlerts>>[number]

const entry = (at: Date, kind: TimelineEntry['kind'], text: string): TimelineEntry => ({
  at: at.toISOString(),
  kind,
  text,
})

/** For members. The call's own time is beside it, so it is read as of its day. */
function aboutCall(incident: IncidentRow, cause: IncidentCauseRow): Escalation['causes'][number] {
  const at = cause.scheduledFor ?? cause.happenedAt
  const headline = causeInWords(cause, renderContext(incident, at, 'member'))
  return { callId: cause.callId, headline, at: at.toISOString() }
}

function wireStatus(status: IncidentRow['status']): Escalation['status'] {
  switch (status) {
    case 'running':
    case 'unresolved':
      return status
    case 'owned':
    case 'resolved':
      return 'acknowledged'
  }
}

interface Reader {
  id: number
  isHolder: boolean
}

function step(alert: AlertRow, reader: Reader): Escalation['steps'][number] {
  return {
    at: alert.createdAt.toISOString(),
    channel: alert.channel,
    contactName: alert.name,
    news: NOTICE_WORDS[alert.purpose].trim(),
    to: addressOf(alert, reader),
    outcome: alert.answer ? ANSWERS[alert.answer] : progress(alert),
  }
}

/** The address of a member is theirs and the account holder's to see; others read none. */
function addressOf(alert: AlertRow, reader: Reader): string {
  if (alert.role === 'member' && alert.personId !== reader.id && !reader.isHolder) return ''
  const { channel, recipient, dialledNumber, phoneNumber, email } = alert
  const known = channel === 'email' ? email : phoneNumber
  return recipient ?? dialledNumber ?? known ?? ''
}

/** How far an alert has come on its way, in words. */
function progress(alert: AlertRow): string {
  return arrival({ ...alert, state: alert.callState, answeredAt: alert.pickedUpAt, outcome: alert.callOutcome })
}

const NOTICE_WORDS: Record<AlertRow['purpose'], string> = {
  alert: '',
  further: ' where things are at',
  owned: ' that someone is checking',
  given_back: " that we're asking others again",
  nobody_reached: " that we couldn't reach anyone",
  unresolved: ' that nobody is checking yet',
  all_clear: " that all's well",
  withdrawn: ' that our alert was a mistake',
  rang: ' that the phone rang us',
}

function notifiedEntry(alert: AlertRow, readerId: number): TimelineEntry {
  const { channel, name, personId, purpose, createdAt } = alert
  const how = channel === 'call' ? 'rang' : channel === 'sms' ? 'texted' : 'emailed'
  const news = channel === 'call' && purpose !== 'alert' ? `, to say${NOTICE_WORDS[purpose]}` : NOTICE_WORDS[purpose]
  // Nobody has anything to press in it.
  const isHeard = purpose === 'withdrawn' && channel === 'call' && alert.pickedUpAt !== null
  return entry(
    createdAt,
    'told',
    `We ${how} ${personId === readerId ? 'you' : name}${news}: ${isHeard ? 'answered' : progress(alert)}`,
  )
}

/** For the member who reads it. */
function whoOf({ name, personId }: Pick<AlertRow, 'name' | 'personId'>, readerId: number): string {
  return personId === readerId ? 'You' : name
}

function replied({ answer, answeredAt, ...person }: AlertRow, readerId: number): TimelineEntry[] {
  if (!answer || !answeredAt) return []
  switch (answer) {
    case 'took':
      return [entry(answeredAt, 'owned', saysTheyCheck(person, readerId))]
    case 'declined':
      return [entry(answeredAt, 'replied', `${whoOf(person, readerId)} can't`)]
    case 'ok':
      return [
        entry(
          answeredAt,
          'replied',
          person.personId === readerId ? "You said all's well" : `${person.name} says all's well`,
        ),
      ]
  }
}

const SAME_MOMENT_MS = 5_000

/** The answer by which the present owner took it on, or by which it ended: the incident itself says more about it. */
function isInIncident(alert: AlertRow, { ownerId, ownedAt, endedAt }: IncidentRow): boolean {
  const isAt = (moment: Date | null) =>
    alert.answeredAt !== null &&
    moment !== null &&
    Math.abs(alert.answeredAt.getTime() - moment.getTime()) < SAME_MOMENT_MS
  if (alert.answer === 'ok') return isAt(endedAt)
  return alert.answer === 'took' && alert.incidentPersonId === ownerId && isAt(ownedAt)
}

function saysTheyCheck({ name, personId }: Pick<AlertRow, 'name' | 'personId'>, readerId: number): string {
  return personId === readerId ? "You said you'd check" : `${name} said they'd check`
}

function owned({ owner, ownerPersonId, ownedAt, intent, etaMinutes }: IncidentRow, readerId: number): TimelineEntry[] {
  if (!owner || !ownedAt) return []
  const minutes = etaMinutes === 1 ? '1 minute' : `${etaMinutes} minutes`
  const doing = intent === 'calling' ? ': calling now' : intent === 'going' ? `: on the way, about ${minutes}` : ''
  return [entry(ownedAt, 'owned', `${saysTheyCheck({ name: owner, personId: ownerPersonId }, readerId)}${doing}`)]
}

function ending(incident: IncidentRow, readerName: string | null): TimelineEntry[] {
  const { status, endedAt } = incident
  const kind = status === 'resolved' ? 'resolved' : 'unresolved'
  return endedAt ? [entry(endedAt, kind, endingInWords(incident, readerName))] : []
}

function endingInWords({ status, endedHow }: IncidentRow, readerName: string | null): string {
  if (endedHow !== null) return inOwnWords(endedHow, readerName)
  return status === 'resolved' ? "All's well" : "Nobody said they'd check"
}
