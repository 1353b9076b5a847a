import { type Selectable, sql } from 'kysely'
import type { CallStatus, CallType } from '#core/calls/call-vocabulary.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import type { CallsTable } from '#server/platform/database/schema/calls.ts'
import type {
  AlertCallsTable,
  AlertsTable,
  AttemptsTable,
  IncidentCausesTable,
  IncidentPeopleTable,
  IncidentsTable,
  MessagesTable,
} from '#server/platform/database/schema.ts'
import type { PersonCalled, RetryRule, Stay } from './population.ts'
import { dueInstants } from './promise-book.ts'
import type { Course } from './simulation.ts'

/** What was promised: a call at an instant. */
export interface PromisedCall {
  lovedOneId: number
  callType: CallType
  scheduleId: number | null
  /** Of a one-off call. */
  callId: number | null
  dueAt: number
}

type Row<Table, Columns extends keyof Selectable<Table>> = Pick<Selectable<Table>, Columns> & { id: number }

/** Everything that decides whether the promise was kept: what was asked for, the provider's records, and ours. */
export interface Evidence {
  promised: readonly PromisedCall[]
  /** Schedules that were cancelled, with the instant from which that was certain. */
  cancelled: readonly { scheduleId: number; at: number }[]
  /** Loved ones who were removed: nothing is kept about them. */
  removed: readonly { lovedOneId: number; phoneNumbers: readonly string[]; at: number }[]
  /** Accounts that were suspended for some time. */
  suspended: Course['suspended']
  /** What people answered through the link in their alert. */
  said: Course['said']
  /** Calls that Call Now promised to place at once. */
  askedForNow: readonly { scheduleId: number | null; callIds: readonly number[] }[]
  /** Calls due by then are judged. */
  endedAt: number
  clockErrorMs: number
  rings: Course['rings']
  /** Requests to ring a number that the provider does not ring. */
  refused: Course['refused']
  texts: Course['texts']
  /** What people wrote to Cooee, whose the numbers are, and how often each wants to be tried. */
  written: Course['written']
  takenBack: Course['takenBack']
  numbers: readonly {
    lovedOneId: number
    phoneNumbers: readonly string[]
    zones: readonly Stay[]
    away: PersonCalled['away']
    retries: RetryRule
    accountId: number
    /** Before the simulation began. */
    hasAgreed: boolean
    mayBeRecorded: boolean
  }[]
  mails: Course['mails']
  calls: readonly (Row<
    CallsTable,
    'accountId' | 'lovedOneId' | 'scheduleId' | 'extraOfScheduleId' | 'callType' | 'asksBy'
  > &
    Row<CallsTable, 'scheduledFor' | 'triesMade' | 'uncountedTries' | 'catchUpFor'> &
    Row<CallsTable, 'reason' | 'cancelledAt' | 'endedAt'> & { status: CallStatus })[]
  attempts: readonly (Row<AttemptsTable, 'callId' | 'attemptNumber' | 'dialBy' | 'endedAt' | 'messageId'> & {
    state: string
    outcome: string | null
  })[]
  incidents: readonly (Row<IncidentsTable, 'lovedOneId' | 'cause' | 'openedAt' | 'nextAt' | 'contactsFrom'> &
    Row<IncidentsTable, 'endedAt' | 'endedHow' | 'ownedAt' | 'withdrawnAt'> & {
      status: string
      escalationStartedAt: Date
      roundStartsAt: Date
    })[]
  causes: readonly (Row<IncidentCausesTable, 'incidentId' | 'callId' | 'cause' | 'happenedAt'> &
    Row<IncidentCausesTable, 'scheduledFor' | 'endedAt' | 'withdrawnAt'>)[]
  people: readonly Row<IncidentPeopleTable, 'incidentId' | 'role' | 'phoneNumber' | 'declinedAt'>[]
  alerts: readonly Row<
    AlertsTable,
    'incidentId' | 'incidentPersonId' | 'purpose' | 'channel' | 'messageId' | 'createdAt'
  >[]
  alertCalls: readonly (Pick<AlertCallsTable, 'alertId'> & { state: string })[]
  messages: readonly (Row<
    MessagesTable,
    'accountId' | 'channel' | 'recipient' | 'text' | 'sentAt' | 'failedAt' | 'error'
  > &
    Row<MessagesTable, 'dedupeKey' | 'createdAt'> & {
      tries: number
    })[]
  /** One for each time that the end of a call was reported. */
  endings: readonly { callId: number; event: 'call.completed' | 'call.missed' | 'call.failed' }[]
}

/** Reads what the product recorded of a run. */
export async function readEvidence(databaseUrl: string, course: Course): Promise<Evidence> {
  const db = openDatabase(databaseUrl, { poolSize: 1 })
  try {
    const { wishes, lovedOnes } = course.population
    const kept = wishes.filter(({ removedAt }) => removedAt === null)
    const removed = new Map(
      wishes.flatMap(({ lovedOneId, removedAt }) => (removedAt === null ? [] : [[lovedOneId, removedAt] as const])),
    )
    const { rows: endings } = await sql<Evidence['endings'][number]>`
      select (data->>'callId')::bigint as call_id, event from events
      where event in ('call.completed', 'call.missed', 'call.failed')`.execute(db)
    return {
      promised: kept.flatMap((wish) =>
        dueInstants(wish, course.endedAt).map((dueAt) => ({
          lovedOneId: wish.lovedOneId,
          callType: wish.callType,
          scheduleId: wish.scheduleId,
          callId: wish.scheduleId === null ? wish.callId : null,
          dueAt,
        })),
      ),
      cancelled: kept.flatMap(({ scheduleId, cancelledAt }) =>
        scheduleId === null || cancelledAt === null ? [] : [{ scheduleId, at: cancelledAt }],
      ),
      removed: [...removed].map(([lovedOneId, at]) => ({
        lovedOneId,
        at,
        phoneNumbers: lovedOnes.filter(({ id }) => id === lovedOneId).flatMap(({ phoneNumbers }) => phoneNumbers),
      })),
      askedForNow: course.pressed.map(({ scheduleId, callIds }) => ({ scheduleId, callIds: [...callIds] })),
      suspended: course.suspended,
      said: course.said,
      endedAt: course.endedAt,
      clockErrorMs: course.clockErrorMs,
      rings: course.rings,
      refused: course.refused,
      texts: course.texts,
      written: course.written,
      takenBack: course.takenBack,
      numbers: lovedOnes.map(({ id, ...known }) => ({ lovedOneId: id, ...known })),
      mails: course.mails,
      calls: await db.selectFrom('calls').selectAll().orderBy('id').execute(),
      attempts: await db.selectFrom('attempts').selectAll().orderBy('id').execute(),
      incidents: await db.selectFrom('incidents').selectAll().orderBy('id').execute(),
      causes: await db.selectFrom('incidentCauses').selectAll().orderBy('id').execute(),
      people: await db.selectFrom('incidentPeople').selectAll().orderBy('id').execute(),
      alerts: await db.selectFrom('alerts').selectAll().orderBy('id').execute(),
      alertCalls: await db.selectFrom('alertCalls').selectAll().orderBy('alertId').execute(),
      messages: await db.selectFrom('messages').selectAll().orderBy('id').execute(),
      endings,
    }
  } finally {
    await db.destroy()
  }
}
