import { sql } from 'kysely'
import { MAY_BE_DIALLED, NUMBER_TO_DIAL } from '#server/features/calls/public.ts'
import { CALLS_CONSENT } from '#server/features/consents/public.ts'
import { isPhoneFree } from '#server/features/dialling/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { limitToLength } from '#server/platform/database/statements/limit-to-length.ts'
import { type OwnNumbers, rungFrom } from '#server/platform/phones/own-numbers.ts'
import { NEEDS_CONSENT_ON_SECOND_PHONE } from './needs-consent-on-phone.ts'

/** The columns of a due call that are needed to dial it, to book what follows it, and to write about it. */
export const DUE_COLUMNS = [
  'calls.id',
  'calls.accountId',
  'calls.lovedOneId',
  'calls.scheduleId',
  'calls.callType',
  'calls.asksBy',
  'calls.scheduledFor',
  'calls.status',
  'calls.triesMade',
  'calls.notYetCount',
  'calls.uncountedTries',
  'calls.dialAt',
  'calls.dialBy',
  'calls.catchUpFor',
  'lovedOnes.name',
  'lovedOnes.phoneNumber',
  'lovedOnes.secondPhoneNumber',
  'lovedOnes.timezone',
] as const

/**
 * PostgreSQL takes SKIP LOCKED for the tables of its own clause only, and Kysely would write it after the last clause:
 * then a locked call would block every call behind it.
 */
export const SKIPPING_LOCKED = sql`for update of calls skip locked for key share of loved_ones skip locked`

/**
 * Locks up to `limit` of these calls, in this order, whose dial is due and whose phone is free. Calls that are being
 * edited, and loved ones that are being removed, are skipped until the next poll; the next calls in order are taken
 * instead, also instead of calls whose phone another call of ours uses. Two calls to one phone may be among them. With
 * `from` those alone whose loved one is rung from that number of ours.
 */
export async function lockDueCalls(
  trx: Trx,
  now: Date,
  callIds: readonly number[],
  limit: number,
  from?: { number: string; ownNumbers: OwnNumbers },
) {
  // Sorted here, it stops at the last call that is wanted; sorted afterwards, it would first examine the whole list.
  const next = sql<{ id: number; queueIndex: number }>`
    (select id, queue_index from unnest(${callIds}::bigint[]) with ordinality as given (id, queue_index)
      order by queue_index ${limitToLength(callIds)})`.as<'next'>(sql`next`)
  // The limit belongs to the query that locks: counted before it, calls that are locked would use it up.
  return trx
    .selectFrom(next)
    .innerJoin('calls', 'calls.id', 'next.id')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select([...DUE_COLUMNS, CALLS_CONSENT.as('callsConsent')])
    .select(NEEDS_CONSENT_ON_SECOND_PHONE.as('needsConsentOnSecondPhone'))
    .where('calls.dialAt', '<=', now)
    .where('calls.dialBy', '>=', now)
    .where(MAY_BE_DIALLED)
    .where(isPhoneFree(NUMBER_TO_DIAL, now))
    .$if(from !== undefined && from.ownNumbers.length > 1, (query) =>
      query.where(rungFrom(from?.ownNumbers ?? ['']), '=', from?.number ?? ''),
    )
    .orderBy('next.queueIndex')
    .limit(limit)
    .modifyEnd(SKIPPING_LOCKED)
    .execute()
}

/** Calls whose dial is overdue, past its grace period (a ring now would only confuse), the longest overdue first. */
export function overdueCalls(db: Db, now: Date, limit: number): Promise<{ id: number; lovedOneId: number }[]> {
  return db
    .selectFrom('calls')
    .select(['id', 'lovedOneId'])
    .where('dialBy', '<', now)
    .where('dialAt', '<=', now)
    .where(MAY_BE_DIALLED)
    .orderBy('dialBy')
    .limit(limit)
    .execute()
}

/** Locks one of them; undefined when another transaction has locked it, or it is not overdue any more. */
export async function lockOverdueCall(trx: Trx, now: Date, callId: number) {
  return overdueToLock(trx, now).where('calls.id', '=', callId).modifyEnd(SKIPPING_LOCKED).executeTakeFirst()
}

/** Locks all of one loved one, the first due first; skips those that another transaction has locked. */
export async function lockOverdueCallsOf(trx: Trx, now: Date, lovedOneId: number): Promise<DueCall[]> {
  return overdueToLock(trx, now)
    .where('calls.lovedOneId', '=', lovedOneId)
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id')
    .modifyEnd(SKIPPING_LOCKED)
    .execute()
}

function overdueToLock(trx: Trx, now: Date) {
  return trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select([...DUE_COLUMNS, CALLS_CONSENT.as('callsConsent')])
    .select(NEEDS_CONSENT_ON_SECOND_PHONE.as('needsConsentOnSecondPhone'))
    .where('calls.dialBy', '<', now)
    .where('calls.dialAt', '<=', now)
    .where(MAY_BE_DIALLED)
}

export type DueCall = Awaited<ReturnType<typeof lockDueCalls>>[number] & {
  /** Their second phone, where it is skipped because it wants no calls: its dials of the day still count. */
  skippedSecondPhone?: string | null
}
/** A due call, and the number of ours that rings. */
export type CallToDial = DueCall & { from: string }
/** A due call without the consent, which matters only at the dial. */
export type DueCallWithoutConsent = Omit<DueCall, 'callsConsent' | 'needsConsentOnSecondPhone' | 'skippedSecondPhone'>

/** As `NUMBER_TO_DIAL`. */
export function numberToDial(call: DueCallWithoutConsent): string {
  const isFirst = call.triesMade <= call.uncountedTries + call.notYetCount || call.asksBy === 'text'
  return isFirst ? call.phoneNumber : (call.secondPhoneNumber ?? call.phoneNumber)
}

/** Those that are the next call of a schedule; a retry is followed by what its first attempt has booked. */
export function nextCallsOfSchedules(calls: readonly DueCallWithoutConsent[]) {
  return calls.flatMap((call) =>
    call.status === 'scheduled' && call.scheduleId !== null ? [{ ...call, scheduleId: call.scheduleId }] : [],
  )
}

/**
 * Since when the dial that has waited longest is due; null when none waits. Calls that may not be dialled do not count.
 */
export async function oldestDueDial(db: Db, now: Date): Promise<Date | null> {
  const oldest = await db
    .selectFrom('calls')
    .select('dialAt')
    .where('dialAt', '<=', now)
    .where(MAY_BE_DIALLED)
    .orderBy('dialAt')
    .limit(1)
    .executeTakeFirst()
  return oldest?.dialAt ?? null
}

/** The instants at which dials fall due after `now` and until then, soonest first. */
export async function dialTimes(db: Db, now: Date, until: Date): Promise<Date[]> {
  const rows = await db
    .selectFrom('calls')
    .select('dialAt')
    .distinct()
    .where('dialAt', '>', now)
    .where('dialAt', '<=', until)
    .orderBy('dialAt')
    .limit(100)
    .$narrowType<{ dialAt: Date }>()
    .execute()
  return rows.map(({ dialAt }) => dialAt)
}
