import { sql } from 'kysely'
import { SUSPENDED_BY_ADMIN_REASON, suspendedAccountCallText } from '#core/accounts/suspended-account.ts'
import { UNVERIFIED_REASON, unverifiedCallText } from '#core/accounts/unverified-call.ts'
import { bothTimesFor } from '#core/format/local-time-for.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { suspendedCallText, suspendedReason } from '#core/plans/limits/suspended-call.ts'
import type { LapseCause } from '#core/plans/standing.ts'
import { bookNextOccurrences, postpone } from '#server/features/calls/public.ts'
import { type NoticeText, notifyMembers } from '#server/features/notifications/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { hasNoPhones, type NoPhonesCause } from '#server/platform/phones/phone-permission.ts'
import { DUE_COLUMNS, nextCallsOfSchedules, SKIPPING_LOCKED } from '../../attempts/due-calls.ts'
import type { CareDeps } from '../../deps.ts'
import { concludeCall } from '../../ending/conclude-call.ts'

const BATCH_SIZE = 20

/**
 * Ends the calls that have come due while their account's calls were suspended, or while the account may use no phones:
 * each is missed with the reason, its account holder is notified, and the following occurrence is booked. Contacts are
 * not alerted: an unpaid bill or an unverified mailbox does not concern them, and nobody was rung. Each call has its
 * own transaction; a claim takes the same lock, so a call is either dialled or reported. Returns whether there were
 * any.
 */
export async function endBlockedCalls(deps: CareDeps): Promise<boolean> {
  const now = deps.clock.now()
  const callIds = await blockedCalls(deps.db, now, BATCH_SIZE)
  let ended = false
  for (const callId of callIds) ended = (await endOrPostpone(deps, callId, now)) || ended
  return ended
}

async function endOrPostpone(deps: CareDeps, callId: number, now: Date): Promise<boolean> {
  try {
    return await end(deps, callId, now)
  } catch (error) {
    deps.log.error({ err: error, callId }, 'Blocked call not ended; notifying the members')
    await notifyAlone(deps, callId, now).catch((err) => {
      deps.log.error({ err, callId }, 'Members not notified of a blocked call; retrying')
    })
    await postpone(deps.db, [callId], now)
    return true
  }
}

function end(deps: CareDeps, callId: number, now: Date): Promise<boolean> {
  return deps.db.transaction().execute(async (trx) => {
    const call = await lockBlockedCall(trx, now, callId)
    if (!call) return false
    const reason = reasonOf(call.cause)
    await concludeCall(deps, trx, call, {
      status: 'missed',
      reason,
      durationSeconds: null,
      now,
      skipsConsequences: true,
    })
    await notifyOfBlockedCall(deps, trx, call)
    // After it ended: a schedule has one next call, and this was it so far.
    await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules([call]))
    return true
  })
}

function reasonOf(cause: BlockedCall['cause']): string {
  if (cause === 'unverified') return UNVERIFIED_REASON
  return cause === 'by_admin' ? SUSPENDED_BY_ADMIN_REASON : suspendedReason(cause)
}

/** An error that keeps a call from being ended must not keep the members from being notified. */
function notifyAlone(deps: CareDeps, callId: number, now: Date): Promise<void> {
  return deps.db.transaction().execute(async (trx) => {
    const call = await lockBlockedCall(trx, now, callId)
    if (call) await notifyOfBlockedCall(deps, trx, call)
  })
}

/** Once for each call and time: a call moved to another time is promised again. */
async function notifyOfBlockedCall(deps: CareDeps, trx: Trx, call: BlockedCall): Promise<void> {
  const { id, accountId, scheduledFor, cause } = call
  const why = cause === 'unverified' || cause === 'by_admin' ? cause : 'suspended'
  const key = `call:${id}:${why}:${scheduledFor.getTime()}`
  const text = (reader: { timezone: string }) => textOf(deps, call, reader.timezone)
  await notifyMembers(deps, trx, { accountId, kind: 'lateCalls', text, key, isAlert: true })
}

function textOf({ publicUrl }: CareDeps, call: BlockedCall, readerZone: string): NoticeText {
  const { scheduledFor, timezone, cause } = call
  const name = sentNameOr(call.name)
  const localTime = bothTimesFor(scheduledFor, timezone, readerZone)
  switch (cause) {
    case 'unverified':
      return { ...unverifiedCallText({ name, localTime, link: `${publicUrl}/dashboard` }), sms: null }
    case 'by_admin':
      // Nothing is texted for an account that an admin has suspended.
      return { ...suspendedAccountCallText({ name, localTime }), sms: null }
    default: {
      const phone = displayPhone(call.phoneNumber)
      return suspendedCallText({ name, localTime, phone, cause, link: `${publicUrl}/subscription` })
    }
  }
}

/** Of `calls` and `accounts`. */
export const IS_SUSPENDED = sql<boolean>`(accounts.suspended_at is not null and accounts.suspended_at <= calls.scheduled_for)`

/** Calls that are due and blocked, the first due first. Two halves: each reads its few accounts by their index. */
export async function blockedCalls(db: Db, now: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from (
      (select calls.id, calls.dial_at from calls join accounts on accounts.id = calls.account_id
        where ${IS_SUSPENDED} and calls.status = 'scheduled' and calls.dial_at <= ${now}
        order by calls.dial_at limit ${limit})
      union
      (select calls.id, calls.dial_at from calls
        where ${hasNoPhones(sql`calls.account_id`)} and calls.status = 'scheduled' and calls.dial_at <= ${now}
        order by calls.dial_at limit ${limit})
    ) as blocked
    order by dial_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * Locks one of them, with what is needed to report it; undefined when another transaction has locked it, or it is not
 * blocked any more.
 */
export async function lockBlockedCall(trx: Trx, now: Date, callId: number) {
  return trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .innerJoin('accounts', 'accounts.id', 'calls.accountId')
    .select(DUE_COLUMNS)
    .select(
      sql<LapseCause | NoPhonesCause>`case when accounts.suspended_by_admin_at is not null then 'by_admin'
        when accounts.verified_at is null then 'unverified'
        else accounts.suspended_because end`.as('cause'),
    )
    .where('calls.id', '=', callId)
    .where('calls.status', '=', 'scheduled')
    .where('calls.dialAt', '<=', now)
    .where(
      sql<boolean>`(accounts.verified_at is null or accounts.suspended_by_admin_at is not null or ${IS_SUSPENDED})`,
    )
    .modifyEnd(SKIPPING_LOCKED)
    .executeTakeFirst()
}

export type BlockedCall = NonNullable<Awaited<ReturnType<typeof lockBlockedCall>>>
