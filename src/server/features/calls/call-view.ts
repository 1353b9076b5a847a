import { sql } from 'kysely'
import { type Call, type CallDetails, recordingPath } from '#contract/calls.ts'
import type { CallStatus, CallType } from '#core/calls/call-vocabulary.ts'
import type { SchedulePattern } from '#core/recurrence/recurrence.ts'
import { notFound } from '#server/platform/app-error.ts'
import type { Db } from '#server/platform/database.ts'
import type { ActingAccount } from './deps.ts'
import { recordingsOf } from './recordings-of.ts'
import { slotsOf } from './schedules.ts'
import { transcriptsOf } from './transcript.ts'

/** The account's calls with what a reader needs of loved one and schedule; narrowed and ordered by the caller. */
export function selectCalls(db: Db, account: ActingAccount) {
  return db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .leftJoin('callSchedules', 'callSchedules.id', 'calls.scheduleId')
    .select([
      'calls.id',
      'calls.lovedOneId',
      'calls.scheduleId',
      'calls.scheduledFor',
      'calls.callType',
      'calls.status',
      'calls.reason',
      'calls.durationSeconds',
      'lovedOnes.name',
      'lovedOnes.phoneNumber',
      'lovedOnes.timezone',
      'callSchedules.dayOfMonth',
      sql<Call['recurrencePattern']>`coalesce(call_schedules.recurrence_pattern, 'once')`.as('recurrencePattern'),
    ])
    .where('calls.accountId', '=', account.id)
}

interface CallRow {
  id: number
  lovedOneId: number
  scheduleId: number | null
  scheduledFor: Date
  callType: CallType
  status: CallStatus
  reason: string | null
  durationSeconds: number | null
  name: string
  phoneNumber: string
  timezone: string
  recurrencePattern: Call['recurrencePattern']
}

/** Rows as they go over the wire, with their slots, attempts, recordings and transcripts read in one query each. */
export async function presentCalls(db: Db, rows: readonly CallRow[]): Promise<Call[]> {
  const customSchedules = rows.flatMap((row) =>
    row.recurrencePattern === 'custom' && row.scheduleId !== null ? [row.scheduleId] : [],
  )
  const dialled = rows.filter((row) => row.status !== 'scheduled').map((row) => row.id)
  const [slots, attempts, recordings, transcripts] = await Promise.all([
    slotsOf(db, customSchedules),
    attemptsOf(db, dialled),
    recordingsOf(db, dialled),
    transcriptsOf(db, dialled),
  ])
  return rows.map((row) => ({
    id: row.id,
    lovedOneId: row.lovedOneId,
    lovedOne: { name: row.name, phoneNumber: row.phoneNumber, timezone: row.timezone },
    scheduledTime: row.scheduledFor.toISOString(),
    callType: row.callType,
    status: row.status,
    recurrencePattern: row.recurrencePattern,
    schedulePatterns: slotsOfRow(row, slots),
    duration: row.durationSeconds,
    recording: recordings.has(row.id) ? recordingPath(row.id) : null,
    recordingKeptUntil: recordings.get(row.id)?.keptUntil.toISOString() ?? null,
    transcript: transcripts.get(row.id) ?? null,
    attempts: attempts.get(row.id) ?? [],
  }))
}

function slotsOfRow({ scheduleId }: CallRow, slots: Map<number, SchedulePattern[]>): SchedulePattern[] {
  return (scheduleId !== null && slots.get(scheduleId)) || []
}

/** One call of the account with its reason and escalation. Somebody else's does not exist. */
export async function findCall(db: Db, account: ActingAccount, callId: number): Promise<CallDetails> {
  const row = await selectCalls(db, account).where('calls.id', '=', callId).executeTakeFirst()
  const [call] = row ? await presentCalls(db, [row]) : []
  if (!row || !call) throw notFound('Call')
  // What was written during an outage is over once a dial was taken.
  const reason = call.status === 'in_progress' && call.attempts.length > 0 ? null : row.reason
  return { ...call, reason, escalation: null, incidentLink: null, dayOfMonth: row.dayOfMonth }
}

/**
 * The dials of each call, oldest first. What the provider certainly did not place is no attempt, and neither is, as far as
 * anybody can tell, a dial that it has not taken yet.
 */
async function attemptsOf(db: Db, callIds: readonly number[]): Promise<Map<number, Call['attempts']>> {
  const attempts = new Map<number, Call['attempts']>()
  if (callIds.length === 0) return attempts
  const rows = await db
    .selectFrom('attempts')
    .select(['callId', 'providerCallId', 'startedAt', 'endedAt', 'answeredBy', 'durationSeconds', 'keys', 'outcome'])
    .where('callId', 'in', [...callIds])
    .where('state', '<>', 'not_placed')
    .where((eb) => eb.or([eb('state', '=', 'ended'), eb('providerCallId', 'is not', null)]))
    .orderBy('id')
    .execute()
  for (const row of rows) {
    const list = attempts.get(row.callId) ?? []
    list.push({
      providerId: row.providerCallId,
      startedAt: row.startedAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      answeredBy: row.answeredBy,
      duration: row.durationSeconds,
      keys: row.keys,
      outcome: row.outcome,
    })
    attempts.set(row.callId, list)
  }
  return attempts
}
