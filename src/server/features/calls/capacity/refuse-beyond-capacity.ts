import { sql } from 'kysely'
import { CALL_TYPE_LABELS } from '#contract/call-labels.ts'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { certainCallsPerSecond, type Demand, forecastLine, isLateItself, lateCalls } from '#core/calls/capacity.ts'
import { formatTime } from '#core/format/dates.ts'
import { upcomingOccurrences } from '#core/recurrence/next-occurrence.ts'
import type { Recurrence } from '#core/recurrence/recurrence.ts'
import { AppError } from '#server/platform/app-error.ts'
import type { Trx } from '#server/platform/database.ts'

const MINUTE_MS = 60_000
const SHORTEST_GRACE_SECONDS = 15 * 60
/** Longer than any grace period: what is due earlier has left or is given up. */
const AROUND_MS = 75 * MINUTE_MS
const LATER_MINUTES = [15, 30, 45, 60, 90, 120]

interface Wanted {
  callType: CallType
  scheduledFor: Date
  /** The loved one's. */
  zone: string
  /** The call that is being moved. */
  exceptCallId?: number | undefined
}

interface WantedCalls extends Wanted {
  rule: Recurrence
}

/**
 * Refuses a call at a time for which so many are booked that one of them could not leave in its grace period, and names a
 * time at which it could. Recurring calls count on every day that their rule may ring on: an estimate that is never too low by more than
 * the custom schedules' further times. Those who ask at once wait for each other where it is tight.
 */
export async function refuseBeyondCapacity(
  trx: Trx,
  callsPerSecond: number,
  { rule, ...first }: WantedCalls,
): Promise<void> {
  const certain = certainCallsPerSecond(callsPerSecond)
  if ((await countBooked(trx)) < certain * SHORTEST_GRACE_SECONDS) return
  await sql`select pg_advisory_xact_lock(hashtext('capacity'))`.execute(trx)
  // Every other rule rings at one time of day.
  const further = rule.kind === 'custom' ? rule.slots.length - 1 : 0
  const times = [first.scheduledFor, ...upcomingOccurrences(rule, first.scheduledFor, first.zone, further)]
  for (const scheduledFor of times) await refuseUnlessItFits(trx, certain, { ...first, scheduledFor })
}

async function refuseUnlessItFits(trx: Trx, certain: number, wanted: Wanted): Promise<void> {
  if (await fits(trx, certain, wanted)) return
  const { zone, scheduledFor } = wanted
  const another = await firstThatFits(trx, certain, wanted)
  const example = another === null ? '' : ` For example, ${formatTime(another, zone)} is free.`
  const booked = await bookedAround(trx, scheduledFor, zone, wanted.exceptCallId ?? 0)
  const one: Demand = { dueAt: scheduledFor, callType: wanted.callType, calls: 1 }
  const why = isLateItself(booked, one, certain)
    ? 'we could not promise to ring in time'
    : `one more ${CALL_TYPE_LABELS[wanted.callType]} would make another call late that is booked already`
  const words = `So many calls are booked around ${formatTime(scheduledFor, zone)} that ${why}. Please choose another time.${example}`
  throw new AppError('conflict', words, { field: 'scheduledTime' })
}

async function firstThatFits(trx: Trx, certain: number, wanted: Wanted): Promise<Date | null> {
  for (const minutes of LATER_MINUTES) {
    const scheduledFor = new Date(wanted.scheduledFor.getTime() + minutes * MINUTE_MS)
    if (await fits(trx, certain, { ...wanted, scheduledFor })) return scheduledFor
  }
  return null
}

/** Whether one more call makes no call late that would not be late without it. */
async function fits(trx: Trx, certain: number, { callType, scheduledFor, zone, exceptCallId }: Wanted) {
  const booked = await bookedAround(trx, scheduledFor, zone, exceptCallId ?? 0)
  const before = lateCalls(forecastLine(booked, certain))
  const after = lateCalls(forecastLine([...booked, { dueAt: scheduledFor, callType, calls: 1 }], certain))
  return after <= before
}

async function countBooked(trx: Trx): Promise<number> {
  const { booked } = await trx
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<number>().as('booked'))
    .where('dialAt', 'is not', null)
    .executeTakeFirstOrThrow()
  return booked
}

/**
 * What may be due around an instant: calls of that time, and the next calls of schedules that ring at that time of day, laid
 * on that day. A schedule's day is judged by its next call and the weekday in the zone of the call that is wanted.
 */
async function bookedAround(trx: Trx, at: Date, zone: string, exceptCallId: number): Promise<Demand[]> {
  const [from, until] = [new Date(at.getTime() - AROUND_MS), new Date(at.getTime() + AROUND_MS)]
  const { rows } = await sql<Demand>`
    with booked as (
      select calls.call_type, recurrence_pattern, scheduled_for,
        -- The same time of day, as near to the wanted instant as can be.
        ${at}::timestamptz + ((extract(epoch from scheduled_for - ${at}::timestamptz)::bigint % 86400 + 129600) % 86400 - 43200) * interval '1 second' as same_time
      from calls left join call_schedules on call_schedules.id = calls.schedule_id
      where calls.status = 'scheduled' and calls.id <> ${exceptCallId}
    ), laid as (
      select call_type,
        case when recurrence_pattern is null then scheduled_for else same_time end as due_at
      from booked
      where recurrence_pattern is null or scheduled_for <= same_time and case
        when recurrence_pattern = 'daily' then true
        when recurrence_pattern = 'weekdays' then extract(isodow from same_time at time zone ${zone}) < 6
        when recurrence_pattern = 'weekends' then extract(isodow from same_time at time zone ${zone}) > 5
        when recurrence_pattern = 'monthly' then extract(day from same_time at time zone ${zone}) = extract(day from scheduled_for at time zone ${zone})
        else extract(isodow from same_time at time zone ${zone}) = extract(isodow from scheduled_for at time zone ${zone})
      end
    )
    select date_trunc('minute', due_at) as due_at, call_type, count(*)::int as calls
    from laid where due_at >= ${from} and due_at < ${until} group by 1, 2`.execute(trx)
  return rows
}
