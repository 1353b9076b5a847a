import { sql } from 'kysely'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import type { Recurrence, RecurrencePattern, SchedulePattern } from '#core/recurrence/recurrence.ts'
import { inWeekOrder } from '#core/recurrence/week-order.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'

type Recurring = Exclude<Recurrence, { kind: 'once' }>

/** A schedule's rule as stored in the database, with what is needed to compute its next occurrence. */
export interface Schedule {
  id: number
  rule: Recurring
  /** The loved one's zone now. */
  zone: string
  asksBy: AsksBy
  ended: boolean
  /** Occurrences that do not ring at their regular time, as `occurrenceKey` names them. */
  changed: ReadonlySet<string>
}

/** The schedule with its rule and its loved one's present zone, locked against other changes when `lock` is set. */
export async function findSchedule(db: Db, scheduleId: number, options?: { lock: boolean }) {
  return (await findSchedules(db, [scheduleId], options)).get(scheduleId)
}

/** As `findSchedule`, for many schedules, by their ids, in one statement (a second one reads the custom slots). */
export async function findSchedules(
  db: Db,
  scheduleIds: readonly number[],
  { lock = false } = {},
): Promise<Map<number, Schedule>> {
  const rows = await db
    .selectFrom('callSchedules')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'callSchedules.lovedOneId')
    .select([
      'callSchedules.id',
      'recurrencePattern',
      'timeOfDay',
      'weekDay',
      'dayOfMonth',
      'endedAt',
      'asksBy',
      'lovedOnes.timezone as zone',
      sql<string[]>`array(
        select to_char(occurs_on, 'YYYY-MM-DD') || ' ' || occurrence_changes.time_of_day from occurrence_changes
        where occurrence_changes.schedule_id = call_schedules.id)`.as('changed'),
    ])
    .where('callSchedules.id', 'in', [...scheduleIds])
    .orderBy('callSchedules.id')
    .$if(lock, (query) => query.forUpdate('callSchedules'))
    .execute()
  const custom = rows.filter((row) => row.recurrencePattern === 'custom').map((row) => row.id)
  const slots = await slotsOf(db, custom)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        rule: ruleFrom(row, slots.get(row.id) ?? []),
        zone: row.zone,
        asksBy: row.asksBy,
        ended: row.endedAt !== null,
        changed: new Set(row.changed),
      },
    ]),
  )
}

/** The custom slots of many schedules, each list Monday first. */
export async function slotsOf(db: Db, scheduleIds: readonly number[]): Promise<Map<number, SchedulePattern[]>> {
  const slots = new Map<number, SchedulePattern[]>()
  if (scheduleIds.length === 0) return slots
  const rows = await readSlots(db, { scheduleIds })
  for (const { scheduleId, weekDay, timeOfDay } of rows) {
    slots.set(scheduleId, [...(slots.get(scheduleId) ?? []), { weekDay, timeOfDay }])
  }
  for (const [scheduleId, list] of slots) slots.set(scheduleId, inWeekOrder(list))
  return slots
}

const readSlots = preparedStatement((db, { scheduleIds }: { scheduleIds: Param<readonly number[]> }) =>
  db
    .selectFrom('schedulePatterns')
    .select(['scheduleId', 'weekDay', 'timeOfDay'])
    .where('scheduleId', '=', (eb) => eb.fn.any(scheduleIds)),
)

interface RuleColumns {
  recurrencePattern: Exclude<RecurrencePattern, 'once'>
  timeOfDay: string | null
  weekDay: SchedulePattern['weekDay'] | null
  dayOfMonth: number | null
}

function ruleFrom(row: RuleColumns, slots: readonly SchedulePattern[]): Recurring {
  const { recurrencePattern: kind, timeOfDay, weekDay, dayOfMonth } = row
  if (kind === 'custom') return { kind, slots }
  // The table's checks guarantee these; a row that breaks them must not be rung at a made-up time.
  if (timeOfDay === null) throw new Error('A schedule without a time of day')
  if (kind === 'weekly') {
    if (weekDay === null) throw new Error('A weekly schedule without a weekday')
    return { kind, timeOfDay, weekDay }
  }
  if (kind === 'monthly') {
    if (dayOfMonth === null) throw new Error('A monthly schedule without a day')
    return { kind, timeOfDay, dayOfMonth }
  }
  return { kind, timeOfDay }
}

/** The columns that hold `rule`. */
export function ruleColumns(rule: Recurring): RuleColumns {
  return {
    recurrencePattern: rule.kind,
    timeOfDay: rule.kind === 'custom' ? null : rule.timeOfDay,
    weekDay: rule.kind === 'weekly' ? rule.weekDay : null,
    dayOfMonth: rule.kind === 'monthly' ? rule.dayOfMonth : null,
  }
}

/** Replaces a schedule's custom slots; a rule of another kind has none. */
export async function saveSlots(trx: Db, scheduleId: number, rule: Recurring): Promise<void> {
  await trx.deleteFrom('schedulePatterns').where('scheduleId', '=', scheduleId).execute()
  if (rule.kind !== 'custom') return
  await trx
    .insertInto('schedulePatterns')
    .values(rule.slots.map((slot) => ({ scheduleId, ...slot })))
    .execute()
}

/**
 * Ends a schedule: it books nothing more, and calls that ring instead of its occurrences are removed. Its past calls
 * keep pointing to it. Returns the removed ones as they were: what they were rung instead of is to be rebooked.
 */
export async function endSchedule(trx: Db, scheduleId: number, now: Date) {
  await trx.updateTable('callSchedules').set({ endedAt: now }).where('id', '=', scheduleId).execute()
  return (
    trx
      .deleteFrom('calls')
      .where('status', '=', 'scheduled')
      // One that was made recurring has a schedule of its own.
      .where('scheduleId', 'is', null)
      .where('id', 'in', movedOf(trx, scheduleId))
      .returning(['id', 'accountId', 'lovedOneId', 'standsInFor'])
      .execute()
  )
}

/** The ids of the calls that ring, or rang, instead of a schedule's occurrences, for a query. */
export function movedOf(db: Db, scheduleId: number) {
  return db
    .selectFrom('occurrenceChanges')
    .select('callId')
    .where('scheduleId', '=', scheduleId)
    .where('callId', 'is not', null)
    .$narrowType<{ callId: number }>()
}
