import { sql } from 'kysely'
import { hasConsent } from '#server/features/consents/public.ts'
import { isLeaseInTime, placeDial } from '#server/features/dialling/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import { isClockInSync } from '#server/platform/clock/clock.ts'
import { limitToLength } from '#server/platform/database/statements/limit-to-length.ts'
import { NEEDS_CONSENT_ON_PHONE } from '../attempts/needs-consent-on-phone.ts'
import type { CareDeps } from '../deps.ts'
import { concludeRejected } from '../ending/conclude-attempt.ts'
import {
  type DialBlockers,
  dialBlockers,
  stopCallsTo,
  stopDeclinedCalls,
  stopRefusedSecond,
} from '../ending/end-refused-calls.ts'
import { stopCallsOfSuspended } from '../ending/stop-calls-of-suspended.ts'
import { stopRinging } from '../ending/stop-ringing.ts'
import type { PendingDial } from './claim-due-calls.ts'
import { dialAgain } from './dial-again.ts'

/** Stores the result of a dial: by itself, or in a batch with others of the same moment. */
export interface DialWriter {
  recordPlacedAttempt(placed: PlacedCall): Promise<void>
  stopRinging(callId: number): Promise<void>
}

/**
 * A lease of this age is taken again: this process may have been suspended since, and another may have reconciled the
 * attempt.
 */
const ATTEMPT_LEASE_MS = 2_000
/**
 * A check made for a whole batch is repeated after this time. Usually it is 100 ms old; if the time were shorter, a process
 * that is behind would check each dial by itself, and fall further behind. A refusal after the check stops the ringing phone.
 */
const BLOCKERS_FRESH_MS = 1_000

/** Asks the provider to ring, outside any transaction, and stores the result; not where the reconciler has the dial or the call has ended. */
export async function dialAttempt(
  deps: CareDeps,
  { attemptId, callId, to, from, dueAt }: PendingDial,
  held?: Lease,
  writer: DialWriter = writeSingly(deps),
): Promise<void> {
  // Checked after the attempt was written: a refusal or suspension that comes later finds the attempt, and stops the
  // phone. A check that is too old is repeated, and the age of the lease is tested after it, since the read takes time.
  const blockers =
    freshBlockers(held, deps.clock.now()) ?? (await dialBlockers(deps, [{ attemptId, to }])).get(attemptId)
  if (!blockers) return leaveToReconciler(deps, attemptId)
  const { isOtherPhone, isRefused, suspendedAccountId, declinerId, language } = blockers
  if (isRefused || suspendedAccountId !== null || declinerId !== null) {
    // Due again in the same transaction: if nothing below ends the call, its next claim does, or rings the first phone.
    await dialAgain(deps, attemptId, { isBlocked: true })
    if (suspendedAccountId !== null) return stopCallsOfSuspended(deps, suspendedAccountId)
    return declinerId === null ? stopCallsTo(deps, to) : stopDeclinedCalls(deps, declinerId)
  }
  const leased = held && isLeaseValid(held, deps.clock.now()) ? held : await leaseAttempt(deps, attemptId)
  // Nor when this machine has just woken: by a clock that does not know how long it slept, every lease seems valid.
  if (!leased || !isLeaseInTime(deps, leased.at) || !isClockInSync(deps.clock)) {
    return leaveToReconciler(deps, attemptId)
  }
  deps.measureLateness?.((deps.clock.now().getTime() - dueAt.getTime()) / 1000)
  await placeDial(
    deps,
    { id: attemptId, to, from, language, subject: { attemptId } },
    {
      async placed(providerCallId) {
        await writer.recordPlacedAttempt({ attemptId, providerCallId, at: deps.clock.now() })
        // The call may have been acknowledged while the provider was being asked. A separate statement: it sees what
        // was committed meanwhile, and the transaction that acknowledged it sees that the phone rings.
        await writer.stopRinging(callId)
        // A second phone that refused calls meanwhile has ended no call.
        if (isOtherPhone) await stopRefusedSecond(deps, to)
      },
      rejected: () => concludeRejected(deps, attemptId),
      notPlaced: () => dialAgain(deps, attemptId),
    },
  )
}

/** Logs that a dial could not be leased; the reconciler asks the provider about it. */
export function leaveToReconciler({ log }: Pick<CareDeps, 'log'>, attemptId: number): void {
  log.warn({ attemptId }, 'Dial not leased; leaving it to the reconciler')
}

/** What was checked with its lease, unless that is too long ago. */
function freshBlockers(held: Lease | undefined, now: Date): DialBlockers | undefined {
  const ageMs = held ? now.getTime() - held.at.getTime() : Number.NaN
  return ageMs >= 0 && ageMs <= BLOCKERS_FRESH_MS ? held?.blockers : undefined
}

function isLeaseValid({ at }: Lease, now: Date): boolean {
  const ageMs = now.getTime() - at.getTime()
  return ageMs >= 0 && ageMs <= ATTEMPT_LEASE_MS
}

function writeSingly(deps: CareDeps): DialWriter {
  return {
    recordPlacedAttempt: (placed) => recordPlacedAttempt(deps, placed),
    stopRinging: (callId) => stopRinging(deps, callId),
  }
}

type LeaseDeps = Pick<CareDeps, 'db' | 'clock' | 'timing' | 'consent'>

/** The right to ask the provider to ring for an attempt, for a limited time from `at` on. */
export interface Lease {
  at: Date
  /** What was checked just before it; left out, it was not. */
  blockers?: DialBlockers | undefined
}

/**
 * Leases the attempt before its dial for as long as the request may take, if nothing has reconciled it since
 * the claim and its call is still under way; otherwise it must not be dialled. Two dials would be two rings. Refused
 * also when the machine was asleep since the claim: nobody is rung at eleven for nine o'clock.
 */
export async function leaseAttempt(deps: LeaseDeps, attemptId: number): Promise<Lease | undefined> {
  return (await lease(deps, [attemptId], sql``)).get(attemptId)
}

/** Checks what blocks many, then leases them: three statements for all, four where one goes to a second phone. */
export async function checkAndLease(deps: CareDeps, dials: readonly PendingDial[]): Promise<Map<number, Lease>> {
  const blockers = await dialBlockers(deps, dials)
  const leases = await leaseAttempts(
    deps,
    dials.map(({ attemptId }) => attemptId),
  )
  return new Map([...leases].map(([id, lease]) => [id, { ...lease, blockers: blockers.get(id) }]))
}

/** Leases many in one statement that waits for no lock: a row that another transaction has locked is skipped, to be leased by itself. */
export function leaseAttempts(deps: LeaseDeps, attemptIds: readonly number[]): Promise<Map<number, Lease>> {
  return lease(deps, attemptIds, sql`skip locked`)
}

async function lease(
  { db, clock, timing, consent }: LeaseDeps,
  ids: readonly number[],
  orSkip: ReturnType<typeof sql>,
): Promise<Map<number, Lease>> {
  const now = clock.now()
  // Without the second limit PostgreSQL starts from the calls under way, and reads all of them for each lease.
  const { rows } = await sql<{ id: number }>`
    with locked as (
      select id, call_id, phone_number, state, reconcile_count, next_at from attempts
      where id = any(${ids}::bigint[]) ${limitToLength(ids)} for update ${orSkip}
    ), leasable as (
      select attempts.id, called.is_recorded
      from locked as attempts cross join lateral (
        select calls.status, loved_ones.record_calls and ${hasConsent('recording', consent)}
            and not ${NEEDS_CONSENT_ON_PHONE} as is_recorded
        from calls join loved_ones on loved_ones.id = calls.loved_one_id
        where calls.id = attempts.call_id limit 1
      ) as called
      where attempts.state = 'dialling' and attempts.reconcile_count = 0 and attempts.next_at > ${now}
        and called.status = 'in_progress'
    )
    update attempts set
        next_at = ${new Date(now.getTime() + timing.reconcileAfterMs)},
        requested_at = ${now},
        is_recorded = leasable.is_recorded
      from leasable where attempts.id = leasable.id
    returning attempts.id`.execute(db)
  return new Map(rows.map(({ id }) => [id, { at: now }]))
}

/** A call that the provider has accepted. */
export interface PlacedCall {
  attemptId: number
  providerCallId: string
  at: Date
}

/** Marks the attempt as placed. Callbacks may already have arrived, even that of its end. Idempotent. */
export async function recordPlacedAttempt(deps: CareDeps, placed: PlacedCall): Promise<void> {
  await record(deps, [placed], sql``)
}

/**
 * Records many in one statement that waits for no lock. Returns those whose row another transaction has locked.
 */
export async function recordPlacedAttempts(deps: CareDeps, placed: readonly PlacedCall[]): Promise<PlacedCall[]> {
  const locked = await record(deps, placed, sql`skip locked`)
  return placed.filter(({ attemptId }) => !locked.has(attemptId))
}

async function record(
  { db, timing }: CareDeps,
  placed: readonly PlacedCall[],
  orSkip: ReturnType<typeof sql>,
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; accountId: number | null }>`
    with taken as (
      select id, provider_call_id, next_at from unnest(
        ${placed.map(({ attemptId }) => attemptId)}::bigint[],
        ${placed.map(({ providerCallId }) => providerCallId)}::text[],
        ${placed.map(({ at }) => new Date(at.getTime() + timing.firstPollMs))}::timestamptz[]
      ) as taken (id, provider_call_id, next_at) ${limitToLength(placed)}
    ), locked as (
      select id from attempts where id in (select id from taken) for update ${orSkip}
    ), placed as (
      update attempts
      set state = 'placed', provider_call_id = taken.provider_call_id, next_at = taken.next_at
      from taken, calls
      where attempts.id = taken.id and attempts.id in (select id from locked)
        and attempts.state in ('dialling', 'unknown') and calls.id = attempts.call_id
      returning attempts.id, calls.account_id
    )
    select id, placed.account_id from locked left join placed using (id)`.execute(db)
  const accounts = rows.flatMap(({ accountId }) => (accountId === null ? [] : [accountId]))
  if (accounts.length > 0) await announceChange(db, accounts, 'calls')
  return new Set(rows.map(({ id }) => id))
}
