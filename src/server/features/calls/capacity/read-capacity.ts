import { sql } from 'kysely'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import { certainCallsPerSecond, type Demand, forecastLine, lateCalls, type QuarterHour } from '#core/calls/capacity.ts'
import { nextKeptOccurrence } from '#core/recurrence/kept-occurrence.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type OwnNumbers, rungFrom } from '#server/platform/phones/own-numbers.ts'
import { findSchedules } from '../schedules/schedules.ts'
import { IS_AWAY } from '../state/is-away.ts'

/** Whether the provider's rate is enough for the calls booked in the next 24 hours. */
export interface Capacity {
  /** First dials that are certain to be made in a quarter of an hour. */
  callsPerQuarter: number
  /** The quarter in which most calls fall due; null when none does. */
  fullest: QuarterHour | null
  /** Quarters with due calls that cannot be dialled in their grace periods, soonest first. */
  short: QuarterHour[]
  /** How many calls cannot be dialled in their grace period. */
  lateCalls: number
}

export interface CapacityDeps {
  db: Db
  clock: Clock
  /** The provider's rate of each number. */
  callsPerSecond: number
  ownNumbers: OwnNumbers
}

/**
 * Compares the calls due in every quarter of an hour of the next day with what is certain to be dialled in their grace
 * periods.
 */
export async function readCapacity({ db, clock, callsPerSecond, ownNumbers }: CapacityDeps): Promise<Capacity> {
  const certain = certainCallsPerSecond(callsPerSecond)
  const demand = Map.groupBy(await readDemand(db, ownNumbers, clock.now()), ({ number }) => number)
  const quarters = together([...demand.values()].map((ofNumber) => forecastLine(ofNumber, certain)))
  return {
    callsPerQuarter: Math.floor(certain * 15 * 60) * ownNumbers.length,
    fullest: quarters.reduce<QuarterHour | null>((most, one) => (most && most.due >= one.due ? most : one), null),
    short: quarters.filter(({ late }) => late > 0),
    lateCalls: lateCalls(quarters),
  }
}

/** What is due, and late, in each quarter of an hour from whichever number. */
function together(ofNumbers: readonly (readonly QuarterHour[])[]): QuarterHour[] {
  const [first = []] = ofNumbers
  if (ofNumbers.length <= 1) return [...first]
  const quarters = Map.groupBy(ofNumbers.flat(), ({ startsAt }) => startsAt.getTime())
  return [...quarters]
    .toSorted(([one], [other]) => one - other)
    .map(([atMs, same]) => ({
      startsAt: new Date(atMs),
      due: same.reduce((sum, { due }) => sum + due, 0),
      late: same.reduce((sum, { late }) => sum + late, 0),
    }))
}

const DAY_MS = 86_400_000
const MAX_SCHEDULES_AT_ONCE = 1_000

/** What is due from one of our numbers. */
type NumberDemand = Demand & { number: string }

/** The first dials of the next 24 hours by the minute, without those in a time away: booked ones, those that wait, and further times of schedules that ring often a day. */
async function readDemand(db: Db, ownNumbers: OwnNumbers, now: Date): Promise<NumberDemand[]> {
  const until = new Date(now.getTime() + DAY_MS)
  const { rows } = await sql<NumberDemand>`
    select date_trunc('minute', greatest(dial_at, ${now})) as due_at, call_type, ${rungFrom(ownNumbers)} as number,
      count(*)::int as calls
    from calls join loved_ones on loved_ones.id = calls.loved_one_id
    where dial_at < ${until} and dial_by >= ${now} and not ${IS_AWAY} group by 1, 2, 3`.execute(db)
  return [...rows, ...(await furtherTimes(db, ownNumbers, until))]
}

/** The times after the booked call of schedules with several times a day, before `until`. */
async function furtherTimes(db: Db, ownNumbers: OwnNumbers, until: Date): Promise<NumberDemand[]> {
  const demand: NumberDemand[] = []
  for (let after = 0; ; ) {
    const booked = await db
      .selectFrom('calls')
      .innerJoin('callSchedules', 'callSchedules.id', 'calls.scheduleId')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
      .select(['calls.scheduleId', 'calls.scheduledFor', 'calls.callType', 'calls.lovedOneId'])
      .select(rungFrom(ownNumbers).as('number'))
      .where('calls.status', '=', 'scheduled')
      .where('calls.scheduledFor', '<', until)
      .where('callSchedules.recurrencePattern', '=', 'custom')
      .where('calls.scheduleId', '>', after)
      .orderBy('calls.scheduleId')
      .limit(MAX_SCHEDULES_AT_ONCE)
      .$narrowType<{ scheduleId: number }>()
      .execute()
    if (booked.length > 0) demand.push(...(await followingTimes(db, booked, until)))
    const last = booked.at(-1)
    if (!last || booked.length < MAX_SCHEDULES_AT_ONCE) return demand
    after = last.scheduleId
  }
}

async function followingTimes(
  db: Db,
  booked: readonly { scheduleId: number; scheduledFor: Date; callType: CallType; lovedOneId: number; number: string }[],
  until: Date,
): Promise<NumberDemand[]> {
  const schedules = await findSchedules(
    db,
    booked.map(({ scheduleId }) => scheduleId),
  )
  const aways = await awaysOf(db, booked, until)
  return booked.flatMap(({ scheduleId, scheduledFor, callType, lovedOneId, number }) => {
    const schedule = schedules.get(scheduleId)
    if (!schedule || schedule.ended) return []
    const times: NumberDemand[] = []
    let next = nextKeptOccurrence(schedule, scheduledFor)
    for (; next && next < until; next = nextKeptOccurrence(schedule, next)) {
      const at = next
      const isAway = aways.get(lovedOneId)?.some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
      if (!isAway) times.push({ dueAt: next, callType, number, calls: 1 })
    }
    return times
  })
}

/** The times away of these people that begin before `until` and last beyond their booked calls, by person. */
async function awaysOf(db: Db, people: readonly { lovedOneId: number; scheduledFor: Date }[], until: Date) {
  const first = new Date(Math.min(...people.map(({ scheduledFor }) => scheduledFor.getTime())))
  const aways = await db
    .selectFrom('aways')
    .select(['lovedOneId', 'startsAt', 'endsAt'])
    .where('lovedOneId', '=', (eb) => eb.fn.any(eb.val(people.map(({ lovedOneId }) => lovedOneId))))
    .where('endsAt', '>', first)
    .where('startsAt', '<', until)
    .execute()
  return Map.groupBy(aways, ({ lovedOneId }) => lovedOneId)
}
