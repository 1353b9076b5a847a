import { sql } from 'kysely'
import { callLabel } from '#contract/calls/call-labels.ts'
import { SUSPENDED_BY_ADMIN_REASON } from '#core/accounts/suspended-account.ts'
import {
  CANCELLED_AWAITING_REPLY,
  CANCELLED_BEFORE_DIAL,
  CANCELLED_BETWEEN_TRIES,
  CANCELLED_WHILE_PLACED,
  CANCELLED_WHILE_RINGING,
} from '#core/call-policy/cancelled.ts'
import type { AsksBy, CallStatus, CallType } from '#core/calls/call-vocabulary.ts'
import { ADMIN_REFUSED_REASON, refusedReason } from '#core/refusals/refusal-texts.ts'
import { recordActivities } from '#server/features/activity/public.ts'
import { cancelAllLater, endUnrequestedDials, stopAwaitingReplies } from '#server/features/dialling/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'
import { movedOf } from '../schedules/schedules.ts'

interface CancelledSchedule {
  scheduleId: number
  name: string
  now: Date
  /** Which member cancels it. */
  by?: Actor | undefined
}

/** Stops what is under way of a schedule that is being cancelled, its extra call and moved ones too, as `cancelOneUnderWay` does. */
export async function cancelUnderWay(trx: Trx, { scheduleId, name, now, by }: CancelledSchedule): Promise<void> {
  const calls = await trx
    .selectFrom('calls')
    .select(UNDER_WAY_COLUMNS)
    .where((eb) =>
      eb.or([
        eb.and([eb('scheduleId', '=', scheduleId), eb('status', '=', 'in_progress')]),
        eb.and([eb('extraOfScheduleId', '=', scheduleId), eb('status', 'in', ['scheduled', 'in_progress'])]),
        eb.and([
          // As an array, which an index can look up beside the others.
          eb('id', '=', sql<number>`any(array(${movedOf(trx, scheduleId)}))`),
          eb('scheduleId', 'is', null),
          eb('status', '=', 'in_progress'),
        ]),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()
  await stop(trx, calls, { name, now, by })
}

/**
 * Cancels one call that is under way and leaves its schedule alone. A call that waits between tries, is not yet being
 * dialled, or rings, ends as missed, and nobody is alerted: the account holder did it. The poll loops stop a phone that
 * rings, and ask the provider until it has. A call on which somebody talks goes on, is not rung again, and its silence
 * alerts nobody. A repetition changes nothing. The caller holds the call's lock.
 */
export async function cancelOneUnderWay(
  trx: Trx,
  call: UnderWay,
  { name, now, by }: { name: string; now: Date; by?: Actor | undefined },
): Promise<void> {
  if (call.cancelledAt !== null) return
  const { talking } = await stop(trx, [call], { name, now, by })
  await recordCancelled(trx, talking, { name, by, details: "Cancelled during the call. We didn't cut anyone off." })
}

/** Ends calls under way to a phone that wants none, as `cancelOneUnderWay` does. The caller holds their locks. */
export async function refuseUnderWay(
  trx: Trx,
  calls: readonly UnderWay[],
  { name, now, byAdmin }: { name: string; now: Date; byAdmin: boolean },
): Promise<void> {
  for (const [asksBy, ofWay] of Map.groupBy(calls, (call) => call.asksBy)) {
    const reason = byAdmin ? ADMIN_REFUSED_REASON : refusedReason(name, asksBy)
    await trx
      .updateTable('calls')
      .set((eb) => ({ refusedAt: eb.fn.coalesce('refusedAt', eb.val(now)), reason }))
      .where(
        'id',
        'in',
        ofWay.map(({ id }) => id),
      )
      .execute()
    await stop(trx, ofWay, { name, now, reason })
  }
}

/** As `refuseUnderWay`, for calls of an account that an admin has suspended. */
export async function suspendUnderWay(
  trx: Trx,
  calls: readonly UnderWay[],
  { name, now }: { name: string; now: Date },
): Promise<void> {
  const reason = SUSPENDED_BY_ADMIN_REASON
  await trx
    .updateTable('calls')
    .set({ reason })
    .where('id', 'in', [0, ...calls.map(({ id }) => id)])
    .execute()
  await stop(trx, calls, { name, now, reason })
}

/** As `cancelOneUnderWay`, with `reason` and no entry in the log: the account holder has reached the person. The caller holds its lock. */
export async function resolveUnderWay(
  trx: Trx,
  call: UnderWay,
  { name, now, reason }: { name: string; now: Date; reason: string },
): Promise<void> {
  await trx.updateTable('calls').set({ resolvedAt: now, reason }).where('id', '=', call.id).execute()
  await stop(trx, [call], { name, now, reason, isLogged: false })
}

/** Locks the catch-up calls of a loved one that are under way and not cancelled. */
export function lockCatchUpsUnderWay(trx: Trx, lovedOneId: number): Promise<UnderWay[]> {
  return trx
    .selectFrom('calls')
    .select(UNDER_WAY_COLUMNS)
    .where('lovedOneId', '=', lovedOneId)
    .where('catchUpFor', 'is not', null)
    .where('status', '=', 'in_progress')
    .where('cancelledAt', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export const UNDER_WAY_COLUMNS = [
  'id',
  'accountId',
  'lovedOneId',
  'callType',
  'asksBy',
  'status',
  'dialAt',
  'cancelledAt',
  'catchUpFor',
] as const

export type UnderWay = CancelledCall & {
  asksBy: AsksBy
  status: CallStatus
  dialAt: Date | null
  cancelledAt: Date | null
}

interface Stop {
  name: string
  now: Date
  reason?: string
  isLogged?: boolean
  by?: Actor | undefined
}

/** Returns the calls on which somebody talks: they go on. */
async function stop(
  trx: Trx,
  calls: readonly UnderWay[],
  { name, now, reason, isLogged = true, by }: Stop,
): Promise<{ talking: readonly UnderWay[] }> {
  if (calls.length === 0) return { talking: [] }
  const ids = calls.map(({ id }) => id)
  await trx
    .updateTable('calls')
    .set((eb) => ({
      cancelledAt: eb.fn.coalesce('cancelledAt', eb.val(now)),
      // What kept it from being dialled before does not matter any more.
      ...(reason === undefined && {
        reason: eb.case().when('cancelledAt', 'is', null).then(null).else(eb.ref('reason')).end(),
      }),
    }))
    .where('id', 'in', ids)
    .execute()
  const notLeft = await endUnrequestedDials(trx, ids, now)
  const awaitsReply = await stopAwaitingReplies(trx, ids, now)
  const awaiting = calls.filter(({ id }) => awaitsReply.has(id))
  const between = calls.filter(({ status, dialAt }) => status === 'in_progress' && dialAt !== null)
  const before = calls.filter(({ id, status }) => status === 'scheduled' || notLeft.has(id))
  const left = calls.filter((call) => ![...awaiting, ...between, ...before].includes(call))
  const open = await openAttemptsOf(trx, left)
  const talking = left.filter(({ id }) => open.some(({ callId, answeredAt }) => callId === id && answeredAt !== null))
  const ringing = left.filter((call) => !talking.includes(call))
  const rings = ({ id }: UnderWay) => open.some(({ callId, state }) => callId === id && state === 'placed')
  await cancelAtProvider(trx, ringing, now)
  const endAs = (ended: readonly UnderWay[], why: string) =>
    end(trx, ended, { name, now, reason: reason ?? why, isLogged, by })
  await endAs(awaiting, CANCELLED_AWAITING_REPLY)
  await endAs(between, CANCELLED_BETWEEN_TRIES)
  await endAs(before, CANCELLED_BEFORE_DIAL)
  await endAs(ringing.filter(rings), CANCELLED_WHILE_RINGING)
  await endAs(
    ringing.filter((call) => !rings(call)),
    CANCELLED_WHILE_PLACED,
  )
  return { talking }
}

const OPEN_STATES = ['dialling', 'placed', 'unknown'] as const

/**
 * Locks them: a dial that the provider takes at this moment is either seen here, with its id, or is stored after the commit,
 * and its worker then sees that the call is over. Without the lock neither would see the other.
 */
function openAttemptsOf(trx: Trx, calls: readonly UnderWay[]) {
  return trx
    .selectFrom('attempts')
    .select(['callId', 'state', 'answeredAt'])
    .where('callId', 'in', [0, ...calls.map(({ id }) => id)])
    .where('state', 'in', OPEN_STATES)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/**
 * The poll loops ask the provider to end them. A call without an id yet is ended when the provider gives one: its call
 * is over.
 */
async function cancelAtProvider(trx: Trx, calls: readonly UnderWay[], now: Date): Promise<void> {
  if (calls.length === 0) return
  const ids = calls.map(({ id }) => id)
  await cancelAllLater(
    trx,
    sql`select provider_call_id, phone_number from attempts
      where call_id = any(${ids}::bigint[]) and state = any(${[...OPEN_STATES]}::text[])`,
    now,
  )
}

interface CancelledCall {
  id: number
  accountId: number
  lovedOneId: number
  callType: CallType
  asksBy: AsksBy
  catchUpFor?: Date | null
}

async function end(
  trx: Trx,
  calls: readonly CancelledCall[],
  { name, now, reason, isLogged, by }: Required<Omit<Stop, 'by'>> & Pick<Stop, 'by'>,
): Promise<void> {
  if (calls.length === 0) return
  await trx
    .updateTable('calls')
    .set({ status: 'missed', reason, dialAt: null, dialBy: null, endedAt: now })
    .where(
      'id',
      'in',
      calls.map(({ id }) => id),
    )
    .execute()
  if (isLogged) await recordCancelled(trx, calls, { name, by, details: reason })
  for (const { id: callId, accountId, lovedOneId, callType, asksBy } of calls) {
    const data = { callId, lovedOneId, callType, asksBy, status: 'missed', reason }
    await recordEvent(trx, { event: 'call.missed', accountId, data, by })
  }
}

async function recordCancelled(
  trx: Trx,
  calls: readonly CancelledCall[],
  { name, by, details }: { name: string; by: Actor | undefined; details: string },
): Promise<void> {
  if (calls.length === 0) return
  const isStopped = details === CANCELLED_WHILE_RINGING || details === CANCELLED_WHILE_PLACED
  await recordActivities(
    trx,
    calls.map(({ id, accountId, lovedOneId, callType, asksBy, catchUpFor }) => ({
      accountId,
      activityType: 'call_cancelled',
      by,
      does: `cancelled the ${callLabel({ callType, asksBy, catchUpFor })} with ${name}`,
      description: `${callLabel({ callType, asksBy, catchUpFor })} with ${name} ${isStopped ? 'cancelled' : "won't be tried again"}`,
      details,
      lovedOneId,
      callId: id,
    })),
  )
}
