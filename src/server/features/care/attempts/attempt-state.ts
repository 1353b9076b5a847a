import { type ExpressionBuilder, sql } from 'kysely'
import type { AttemptFacts } from '#core/call-policy/attempt-facts.ts'
import { conversationFrom } from '#core/conversation/conversation-state.ts'
import type { RecurrencePattern } from '#core/recurrence/recurrence.ts'
import { LATEST_CONSENTS } from '#server/features/consents/public.ts'
import { HOT_DAY_OF_CALL } from '#server/features/hot-days/public.ts'
import { CORRECTIONS_OF_CALL, LANGUAGE_OF_CALL } from '#server/features/languages/public.ts'
import { chosenVoices } from '#server/features/voices/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import { NEEDS_CONSENT_ON_PHONE } from './needs-consent-on-phone.ts'

/** An attempt with its call and loved one: everything that a fact about it can change. */
export type LockedAttempt = NonNullable<Awaited<ReturnType<typeof lockAttempt>>>

/**
 * PostgreSQL locks in the order in which the tables are named. The loved one first, as in the transaction that removes
 * them: what is written about the call needs them to exist, and in the other order the two would deadlock.
 */
const LOVED_ONE_THEN_CALL = sql`for key share of loved_ones for update of calls, attempts`

const readLocked = preparedStatement((db, { attemptId }: { attemptId: Param<number> }) =>
  db
    .selectFrom('attempts')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'calls.accountId')
    .leftJoin('callSchedules', 'callSchedules.id', 'calls.scheduleId')
    .select([
      'attempts.id as attemptId',
      'attempts.attemptNumber',
      'attempts.phoneNumber',
      'attempts.state',
      'attempts.providerCallId',
      'attempts.providerStatus',
      'attempts.answeredAt',
      'attempts.answeredBy',
      'attempts.response',
      'attempts.keys',
      'attempts.outcome',
      'attempts.durationSeconds',
      'attempts.dialBy',
      'attempts.startedAt',
      'attempts.isRecorded',
      'attempts.conversation',
      'attempts.messageId',
      'attempts.outcomeUnknownSince',
      'calls.id',
      'calls.accountId',
      'calls.lovedOneId',
      'calls.callType',
      'calls.asksBy',
      'calls.scheduledFor',
      'calls.status',
      'calls.dialAt',
      'calls.triesMade',
      'calls.notYetCount',
      'calls.uncountedTries',
      'calls.cancelledAt',
      'calls.refusedAt',
      'calls.reason',
      'calls.catchUpFor',
      'calls.extraOfScheduleId',
      'calls.isRehearsal',
      'lovedOnes.name',
      'lovedOnes.preferredName',
      'lovedOnes.familyWord',
      LANGUAGE_OF_CALL,
      CORRECTIONS_OF_CALL,
      'lovedOnes.reminderText',
      'lovedOnes.reminderTextSealedWith',
      'lovedOnes.timezone',
      'lovedOnes.retryAttempts',
      'lovedOnes.retryDelayMinutes',
      'owners.firstName',
      'owners.lastName',
      'lovedOnes.recordCalls',
      'lovedOnes.talks',
      'lovedOnes.phoneNumber as firstPhoneNumber',
      'lovedOnes.secondPhoneNumber',
      'callSchedules.recurrencePattern',
      LATEST_CONSENTS,
      NEEDS_CONSENT_ON_PHONE.as('needsConsentOnPhone'),
      HOT_DAY_OF_CALL.as('hotDay'),
      chosenVoices(sql.ref('attempts.id')).as('chosenVoices'),
      sql<Exclude<RecurrencePattern, 'once'>[]>`array(
        select recurrence_pattern from call_schedules s where s.loved_one_id = loved_ones.id and s.asks_by = 'call' and s.ended_at is null
      )`.as('patterns'),
    ])
    .where('attempts.id', '=', attemptId)
    .modifyEnd(LOVED_ONE_THEN_CALL),
)

/**
 * Locks an attempt and its call: the facts about a call are applied one after the other, whatever order they arrive in.
 * Returns what the rows hold once they are locked. Undefined when the call was removed with its loved one. The caller
 * is about to change it, so the account is marked as changed.
 */
export async function lockAttempt(trx: Trx, attemptId: number) {
  const [attempt] = await readLocked(trx, { attemptId })
  if (attempt) await announceChange(trx, attempt.accountId, 'calls')
  return attempt
}

/** The facts that the rules need. */
export function factsOf(attempt: LockedAttempt): AttemptFacts {
  const { state, answeredBy, response, keys, outcome } = attempt
  const isOver = state === 'ended' || state === 'not_placed'
  return { isOver, answeredBy, response, keys, outcome, conversation: conversationFrom(attempt.conversation) }
}

/** For `returning`: whose call an attempt belongs to. */
export function accountOfAttempt(eb: ExpressionBuilder<Database, 'attempts'>) {
  return eb
    .selectFrom('calls')
    .select('calls.accountId')
    .whereRef('calls.id', '=', 'attempts.callId')
    .$asScalar()
    .$notNull()
    .as('accountId')
}

/** Announces the change of an attempt that was made without its lock (`announceChange`). */
export async function announceIfChanged(db: Db, changed: { accountId: number } | undefined): Promise<void> {
  if (changed) await announceChange(db, changed.accountId, 'calls')
}

/** Announces the change of a call that was made without its lock (`announceChange`). */
export async function announceCallChange(db: Db, callId: number): Promise<void> {
  const call = await db.selectFrom('calls').select('accountId').where('id', '=', callId).executeTakeFirst()
  await announceIfChanged(db, call)
}

/** Whether the phone that was rung still is the loved one's: a decision on another phone does not apply to the person who is called now. */
export function isTheirPhone({ phoneNumber, firstPhoneNumber, secondPhoneNumber }: LockedAttempt): boolean {
  return phoneNumber === firstPhoneNumber || phoneNumber === secondPhoneNumber
}

/** Who asked for the call, as it is said aloud; null when the account holder gave no name. */
export function askedBy({ firstName, lastName }: { firstName: string | null; lastName: string | null }): string | null {
  return [firstName, lastName].filter(Boolean).join(' ') || null
}
