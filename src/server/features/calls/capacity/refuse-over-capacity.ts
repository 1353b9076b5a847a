import { type RawBuilder, sql } from 'kysely'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { certainCallsPerSecond, type Demand, forecastLine, isLateItself, lateCalls } from '#core/calls/capacity.ts'
import { formatTime } from '#core/format/dates.ts'
import { upcomingOccurrences } from '#core/recurrence/next-occurrence.ts'
import type { Recurrence } from '#core/recurrence/recurrence.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type OwnNumbers, rungFrom } from '#server/platform/phones/own-numbers.ts'
import { hasNoPhones } from '#server/platform/phones/phone-permission.ts'
import type { CallsDeps } from '../deps.ts'

const MINUTE_MS = 60_000
const SHORTEST_GRACE_SECONDS = 15 * 60
/** Longer than any grace period: an earlier call has been dialled or is given up. */
const AROUND_MS = 75 * MINUTE_MS
const LATER_MINUTES = [15, 30, 45, 60, 90, 120]
const LONGEST_LATER_MS = 120 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS
/**
 * This many days before the wanted one, and after today, are read one by one: a schedule's next call is nearly always
 * on one of them. A call in seventy years must not read 26,000 days while every other request to schedule waits.
 */
const DAYS_READ = 400
/** How far a zone may have changed its clocks between a schedule's next call and the wanted day. */
const CLOCK_CHANGE_MS = 60 * MINUTE_MS

interface Wanted {
  lovedOneId: number
  callType: CallType
  scheduledFor: Date
  /** The loved one's. */
  zone: string
  now: Date
  /** The call that is being moved. */
  exceptCallId?: number | undefined
}

interface WantedCall extends Wanted {
  ownNumbers: OwnNumbers
}

interface WantedCalls extends Wanted {
  rule: Recurrence
}

/**
 * Refuses a call at a time for which so many are booked that one of them could not be dialled in its grace period, and
 * names a time at which it could. Recurring calls count on every day that their rule may ring on: the estimate is never
 * too low by more than the further times of custom schedules, except for what is not counted: calls of accounts that
 * may use no phones, since anybody can register, calls of people who are away all that time, and schedules whose next call is more than 400 days from today and
 * from the wanted day. Those count that are rung from the same number of ours. Requests at the same moment wait for each other when capacity is tight.
 */
export async function refuseOverCapacity(
  trx: Trx,
  { callsPerSecond, ownNumbers }: Pick<CallsDeps, 'callsPerSecond' | 'ownNumbers'>,
  { rule, ...first }: WantedCalls,
): Promise<void> {
  const certain = certainCallsPerSecond(callsPerSecond)
  if (!(await areSoManyBooked(trx, certain * SHORTEST_GRACE_SECONDS))) return
  await sql`select pg_advisory_xact_lock(hashtext('capacity'))`.execute(trx)
  // Every other rule rings at one time of day.
  const further = rule.kind === 'custom' ? rule.slots.length - 1 : 0
  const times = [first.scheduledFor, ...upcomingOccurrences(rule, first.scheduledFor, first.zone, further)]
  for (const scheduledFor of times) {
    await refuseUnlessItFits(trx, certain, { ...first, ownNumbers, scheduledFor })
  }
}

async function refuseUnlessItFits(trx: Trx, certain: number, wanted: WantedCall): Promise<void> {
  const { zone, scheduledFor } = wanted
  const around = await bookedAround(trx, wanted, scheduledFor)
  if (fits(around, certain, wanted)) return
  const booked = await bookedAround(trx, wanted, new Date(scheduledFor.getTime() + LONGEST_LATER_MS))
  const another = LATER_MINUTES.map((minutes) => new Date(scheduledFor.getTime() + minutes * MINUTE_MS)).find((later) =>
    fits(booked, certain, { ...wanted, scheduledFor: later }),
  )
  const example = another ? ` For example, ${formatTime(another, zone)} is free.` : ''
  const one: Demand = { dueAt: scheduledFor, callType: wanted.callType, calls: 1 }
  const why = isLateItself(around, one, certain)
    ? "we couldn't promise to ring in time"
    : 'one more would make another call late'
  const words = `We're very busy around ${formatTime(scheduledFor, zone)}: ${why}. Please choose another time.${example}`
  throw new AppError('conflict', words, { field: 'scheduledTime' })
}

/** Whether one more call makes no call late that would not be late without it. */
function fits(booked: readonly Demand[], certain: number, { callType, scheduledFor }: Wanted): boolean {
  const before = lateCalls(forecastLine(booked, certain))
  const after = lateCalls(forecastLine([...booked, { dueAt: scheduledFor, callType, calls: 1 }], certain))
  return after <= before
}

/** Whether at least `many` calls are booked. Stops counting there. */
async function areSoManyBooked(trx: Trx, many: number): Promise<boolean> {
  const beyond = await trx
    .selectFrom('calls')
    .select('id')
    .where('dialAt', 'is not', null)
    .offset(Math.max(0, Math.ceil(many) - 1))
    .limit(1)
    .executeTakeFirst()
  return beyond !== undefined
}

/**
 * Calls that may be due around the wanted instant and those up to `until`: calls of that time, and the next calls of
 * schedules that ring at that time of day, placed on that day by the wall clock of their loved one. A schedule's day is
 * judged by its next call. Reads only calls that are booked for that time of day: by the index on their time, day by
 * day from now on.
 */
async function bookedAround(
  trx: Trx,
  { scheduledFor: at, now, lovedOneId, ownNumbers, exceptCallId = 0 }: WantedCall,
  until: Date,
): Promise<Demand[]> {
  const from = new Date(at.getTime() - AROUND_MS)
  const to = new Date(until.getTime() + AROUND_MS)
  const earliest = new Date(from.getTime() - CLOCK_CHANGE_MS)
  const latest = new Date(to.getTime() + CLOCK_CHANGE_MS)
  const daysAhead = Math.max(0, Math.ceil((at.getTime() - now.getTime()) / DAY_MS)) + 1
  const { rows } = await sql<Demand>`
    with booked as (
      select calls.call_type, recurrence_pattern, scheduled_for, timezone, count(*)::int as calls
      from (
        select days_before from generate_series(0, ${daysAhead}) as days_before
        where days_before <= ${DAYS_READ} or days_before >= ${daysAhead - DAYS_READ}
      ) as days
      join calls on scheduled_for >= ${earliest}::timestamptz - days_before * interval '24 hours'
        and scheduled_for < ${latest}::timestamptz - days_before * interval '24 hours'
      join loved_ones on loved_ones.id = calls.loved_one_id
      left join call_schedules on call_schedules.id = calls.schedule_id
      where calls.status = 'scheduled' and calls.id <> ${exceptCallId} and not ${hasNoPhones(sql`calls.account_id`)}
        ${isFromSameNumber(ownNumbers, lovedOneId)}
        and not exists (
          select from aways where aways.loved_one_id = calls.loved_one_id and starts_at <= ${from} and ends_at >= ${to})
      group by 1, 2, 3, 4
    ), on_walls as (
      select *, scheduled_for at time zone timezone as own_wall, ${at}::timestamptz at time zone timezone as wanted_wall
      from booked
    ), on_that_day as (
      -- The same time of day, as near to the wanted instant as can be.
      select *, wanted_wall
        + ((extract(epoch from own_wall - wanted_wall)::bigint % 86400 + 129600) % 86400 - 43200) * interval '1 second' as wall
      from on_walls
    ), laid as (
      select call_type, calls,
        case when recurrence_pattern is null then scheduled_for else wall at time zone timezone end as due_at
      from on_that_day
      where recurrence_pattern is null or own_wall <= wall and case
        when recurrence_pattern = 'daily' then true
        when recurrence_pattern = 'weekdays' then extract(isodow from wall) < 6
        when recurrence_pattern = 'weekends' then extract(isodow from wall) > 5
        when recurrence_pattern = 'monthly' then extract(day from wall) = extract(day from own_wall)
        else extract(isodow from wall) = extract(isodow from own_wall)
      end
    )
    select date_trunc('minute', due_at) as due_at, call_type, sum(calls)::int as calls
    from laid where due_at >= ${from} and due_at < ${to} group by 1, 2`.execute(trx)
  return rows
}

/** Part of a condition about a row of `loved_ones`. */
function isFromSameNumber(ownNumbers: OwnNumbers, lovedOneId: number): RawBuilder<unknown> {
  if (ownNumbers.length === 1) return sql``
  const from = rungFrom(ownNumbers)
  return sql`and ${from} = (select ${from} from loved_ones where id = ${lovedOneId})`
}
