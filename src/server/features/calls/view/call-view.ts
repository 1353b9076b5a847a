import { sql } from 'kysely'
import type { CallDetails, TimelineEntry } from '#contract/calls/call-details.ts'
import { CATCH_UP_CALL } from '#contract/calls/call-labels.ts'
import { type Call, recordingPath } from '#contract/calls/calls.ts'
import { type ConsentMode, mayReadWords, saidNo } from '#core/consent/consent.ts'
import { findingOf } from '#core/consent/finding-of.ts'
import type { SchedulePattern } from '#core/recurrence/recurrence.ts'
import { toInstant } from '#core/recurrence/wall-clock.ts'
import { ADMIN_REFUSED_REASON } from '#core/refusals/refusal-texts.ts'
import { callWordsKeptUntil, KEEP_CALLS_MONTHS, RETENTION_MONTHS } from '#core/retention.ts'
import { lastActors } from '#server/features/activity/public.ts'
import { LATEST_CONSENTS, storedConsents } from '#server/features/consents/public.ts'
import { refusalsOf, refusedSince } from '#server/features/refusals/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { IncidentsOfCalls } from '../deps.ts'
import { slotsOf } from '../schedules/schedules.ts'
import { AWAY_UNTIL } from '../state/is-away.ts'
import { actsFor } from './acts.ts'
import { readPlacedAttempts, shownOutcome } from './placed-attempts.ts'
import { recordingsOf } from './recordings-of.ts'
import { inOrder, reachedInWords, timelineOf } from './timeline.ts'
import { transcriptsOf } from './transcript.ts'

/** The tables that calls are read from. */
export interface CallViews {
  db: Db
  sealing: Sealing
  incidents: IncidentsOfCalls
  /** How many months transcripts are kept; left out, the default. */
  retentionMonths?: number
  /** And the calls themselves, with which they go. */
  keepCallsMonths?: number
  /** What applies where somebody was never asked. */
  consent: ConsentMode
}

/** The regular time of the occurrence that a call rings instead of, by the wall clock: `2026-12-01 09:00`. */
const MOVED_FROM = sql<string | null>`(
  select occurs_on || ' ' || time_of_day from occurrence_changes where occurrence_changes.call_id = calls.id)`.as(
  'movedFrom',
)

/** The account's calls with what a reader needs of loved one and schedule; narrowed and ordered by the caller. */
export function selectCalls(db: Db, accountId: number | Param<number>) {
  return (
    db
      .selectFrom('calls')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
      .leftJoin('callSchedules', 'callSchedules.id', 'calls.scheduleId')
      .select([
        'calls.id',
        'calls.lovedOneId',
        'calls.scheduleId',
        'calls.scheduledFor',
        'calls.callType',
        'calls.asksBy',
        'calls.status',
        'calls.dialAt',
        'calls.reason',
        'calls.cancelledAt',
        'calls.refusedAt',
        'calls.resolvedAt',
        'calls.skippedTimes',
        'calls.catchUpFor',
        'calls.isRehearsal',
        'calls.durationSeconds',
        'calls.endedAt',
        'lovedOnes.name',
        'lovedOnes.phoneNumber',
        'lovedOnes.language',
        'callSchedules.dayOfMonth',
        LATEST_CONSENTS,
        AWAY_UNTIL.as('awayUntil'),
        MOVED_FROM,
        sql<Call['recurrencePattern']>`coalesce(call_schedules.recurrence_pattern, 'once')`.as('recurrencePattern'),
      ])
      // A past call stays in the zone in which it was made.
      .select((eb) => eb.fn.coalesce('calls.zone', 'lovedOnes.timezone').as('timezone'))
      .where('calls.accountId', '=', accountId)
  )
}

type CallRow = Awaited<ReturnType<ReturnType<typeof selectCalls>['execute']>>[number]

/**
 * Rows as the API sends them to a reader, with their slots, attempts, recordings, transcripts and incidents read in one
 * query each.
 */
export async function presentCalls(views: CallViews, reader: ReadAccount, rows: readonly CallRow[]): Promise<Call[]> {
  const { db, incidents } = views
  const customSchedules = rows.flatMap((row) =>
    row.recurrencePattern === 'custom' && row.scheduleId !== null ? [row.scheduleId] : [],
  )
  const dialled = rows.filter((row) => row.status !== 'scheduled').map((row) => row.id)
  const open = rows.filter(isOpen).map(({ phoneNumber }) => phoneNumber)
  const resolved = rows.flatMap((row) => (wasResolved(row) ? row.id : []))
  const [slots, [attempts, recordings, transcripts], troubles, refusals, reachedBy] = await Promise.all([
    slotsOf(db, customSchedules),
    dialsOf(views, dialled, reader.mayHear),
    incidents.incidentsOf(db, reader, dialled),
    refusalsOf(views, db, open),
    lastActors(db, resolved, 'call_acknowledged'),
  ])
  // Without `...`: it makes a call three times as dear to build.
  return rows.map((row) => {
    const tried = attempts.get(row.id) ?? []
    const incident = troubles.get(row.id) ?? null
    const refusal = refusals.get(row.phoneNumber)
    const transcript = transcripts.get(row.id)
    const shownTranscript = transcript !== undefined && showsWords(views, row, incident) ? transcript : null
    return {
      id: row.id,
      lovedOneId: row.lovedOneId,
      lovedOne: {
        name: row.name,
        phoneNumber: row.phoneNumber,
        timezone: row.timezone,
        language: tried.at(-1)?.language ?? row.language,
      },
      scheduledTime: row.scheduledFor.toISOString(),
      callType: row.catchUpFor === null ? row.callType : CATCH_UP_CALL,
      asksBy: row.asksBy,
      status: row.status,
      nextTryAt: nextTryOf(row, tried),
      recurrencePattern: row.recurrencePattern,
      schedulePatterns: slotsOfRow(row, slots),
      duration: row.durationSeconds,
      recording: recordings.has(row.id) ? recordingPath(row.id) : null,
      recordingKeptUntil: recordings.get(row.id)?.keptUntil.toISOString() ?? null,
      transcript: shownTranscript,
      transcriptKeptUntil: shownTranscript === null ? null : keptUntilOf(views, row),
      attempts: tried,
      incident,
      wasCancelled: row.cancelledAt !== null && row.refusedAt === null,
      wasResolved: wasResolved(row),
      resolvedBy: readBy(reader, reachedBy.get(row.id)),
      skippedTimes: row.status === 'scheduled' ? row.skippedTimes.map((time) => time.toISOString()) : [],
      movedFrom: instantOf(row.movedFrom, row.timezone),
      isRefused:
        row.refusedAt !== null || (isOpen(row) && (refusedSince(refusal, row.asksBy) !== null || declines(views, row))),
      isRefusedByAdmin: isOpen(row) ? refusal?.byAdmin === true : ADMIN_REFUSED_REASONS.includes(row.reason),
      isRehearsal: row.isRehearsal,
      away: row.awayUntil !== null || row.status === 'away',
      awayUntil: row.awayUntil,
    }
  })
}

/** As it is written, and as it was on calls that ended before. */
const ADMIN_REFUSED_REASONS: readonly (string | null)[] = [ADMIN_REFUSED_REASON, 'Cooee does not ring this number.']

function instantOf(wallClock: string | null, timezone: string): string | null {
  const [date, time] = wallClock?.split(' ') ?? []
  return date && time ? toInstant(date, time, timezone).toISOString() : null
}

/** An answer for a call that was over already has ended its alert, and not the call. */
const wasResolved = ({ resolvedAt, cancelledAt, status }: CallRow): boolean =>
  resolvedAt !== null && cancelledAt !== null && status !== 'completed'

function readBy({ by }: ReadAccount, actor: { id: number; name: string } | undefined): Call['resolvedBy'] {
  return actor ? { ...actor, isYou: by === undefined || by.personId === actor.id } : null
}

const isOpen = ({ status }: CallRow): boolean => status === 'scheduled' || status === 'in_progress'

const declines = ({ consent }: CallViews, { consents, asksBy }: CallRow): boolean =>
  asksBy === 'call' && saidNo(storedConsents(consents, consent).calls.state)

const showsWords = ({ consent }: CallViews, { consents }: CallRow, incident: Call['incident']): boolean =>
  mayReadWords(storedConsents(consents, consent), incident ? [incident.cause] : [])

function keptUntilOf(
  { retentionMonths = RETENTION_MONTHS, keepCallsMonths = KEEP_CALLS_MONTHS }: CallViews,
  { endedAt }: CallRow,
): string | null {
  return endedAt && callWordsKeptUntil(endedAt, { retentionMonths, keepCallsMonths }).toISOString()
}

/** While it waits between two dials: the first dial of all is the promised time. */
function nextTryOf({ status, dialAt }: CallRow, attempts: Call['attempts']): string | null {
  const isBetweenTries = attempts.length > 0 && attempts.every(({ endedAt }) => endedAt !== null)
  return status === 'in_progress' && isBetweenTries ? (dialAt?.toISOString() ?? null) : null
}

/** Their attempts, with recordings and transcripts for those who may hear them. */
async function dialsOf(views: CallViews, callIds: readonly number[], mayHear: boolean) {
  const attempts = await attemptsOf(views.db, callIds)
  const answered = mayHear ? callIds.filter((callId) => attempts.has(callId)) : []
  return Promise.all([attempts, recordingsOf(views.db, answered), transcriptsOf(views, answered)])
}

function slotsOfRow({ scheduleId }: CallRow, slots: Map<number, SchedulePattern[]>): SchedulePattern[] {
  return (scheduleId !== null && slots.get(scheduleId)) || []
}

/** One call of the account with its reason, escalation and timeline. A call of another account is not found. */
export async function findCall(views: CallViews, account: ReadAccount, callId: number): Promise<CallDetails> {
  const { db, incidents } = views
  const [row] = await readOne(db, { accountId: account.id, callId })
  const [call] = row ? await presentCalls(views, account, [row]) : []
  if (!row || !call) throw notFound('Call')
  // A reason written during an outage is outdated once a dial was taken.
  const isOver = call.status === 'in_progress' && call.attempts.length > 0
  const acts = await actsFor(db, { callId, accountId: account.id }, account.by)
  // What was stored names them too.
  const who = acts.whoIfKnown('call_acknowledged') ?? (acts.isShared ? null : 'You')
  const reached = who === null ? row.reason : `${reachedInWords(row.name, who)}.`
  const reason = isOver ? null : call.wasResolved ? reached : row.reason
  const [timeline, told] = await Promise.all([
    timelineOf(views, callId, acts, {
      mayHear: account.mayHear,
      showsWords: account.mayHear && showsWords(views, row, call.incident),
    }),
    incidents.escalationOf(db, account, callId),
  ])
  return {
    ...call,
    reason,
    escalation: told?.escalation ?? null,
    timeline: inOrder([...timeline, ...(told?.steps ?? []).filter((step) => !isOwnWord(row, step))]),
    incidentLink: null,
    dayOfMonth: row.dayOfMonth,
    mayHear: account.mayHear,
    finding: row.isRehearsal ? await findingOfCall(db, row) : null,
  }
}

const readOne = preparedStatement((db, { accountId, callId }: { accountId: Param<number>; callId: Param<number> }) =>
  selectCalls(db, accountId).where('calls.id', '=', callId),
)

async function findingOfCall(db: Db, { id, status }: CallRow) {
  const attempt = await db
    .selectFrom('attempts')
    .select(['outcome', 'conversation'])
    .where('callId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return findingOf({ status, outcome: attempt?.outcome ?? null, conversation: attempt?.conversation ?? {} })
}

const SAME_MOMENT_MS = 5_000

/** The account holder's answer ended the incident too, which the call's own entry shows with their note. */
function isOwnWord({ resolvedAt }: CallRow, { kind, at }: TimelineEntry): boolean {
  return kind === 'resolved' && resolvedAt !== null && Math.abs(Date.parse(at) - resolvedAt.getTime()) < SAME_MOMENT_MS
}

async function attemptsOf(db: Db, callIds: readonly number[]): Promise<Map<number, Call['attempts']>> {
  const attempts = new Map<number, Call['attempts']>()
  if (callIds.length === 0) return attempts
  const rows = await readPlacedAttempts(db, { callIds })
  for (const row of rows) {
    const list = attempts.get(row.callId) ?? []
    list.push({
      providerId: row.providerCallId,
      startedAt: row.startedAt.toISOString(),
      answeredAt: row.answeredAt?.toISOString() ?? null,
      endedAt: row.endedAt?.toISOString() ?? null,
      answeredBy: row.answeredBy,
      duration: row.durationSeconds,
      keys: row.keys,
      outcome: shownOutcome(row),
      language: row.language,
    })
    attempts.set(row.callId, list)
  }
  return attempts
}
