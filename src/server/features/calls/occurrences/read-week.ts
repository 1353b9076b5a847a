import type { Week, WeekCall, WeekQuery } from '#contract/calls/week.ts'
import { awayPeriod, dayPlus } from '#core/away/away-period.ts'
import { occurrencesWithin } from '#core/recurrence/occurrences-within.ts'
import { toInstant, toWallClock } from '#core/recurrence/wall-clock.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { ReadAccount } from '#server/platform/http/requests/acting-account.ts'
import { ringsAt } from '../schedules/changed-occurrences.ts'
import { findSchedules, type Schedule } from '../schedules/schedules.ts'
import { type CallViews, presentCalls, selectCalls } from '../view/call-view.ts'

const DAYS = 7

type Person = { id: number; name: string; timezone: string }
type Period = { startsAt: Date; endsAt: Date }

/** What a week is read for: a page of the account's people, one more than `limit` where there are more. */
interface WeekOf extends Omit<WeekQuery, 'from'> {
  account: ReadAccount
  /** `YYYY-MM-DD`, the first day on each person's clock. */
  from: string
}

/**
 * What will ring in seven days, on each loved one's clock: what is booked, and what schedules will ring after it;
 * occurrences that are skipped, and those in a time away, among it, unless their time is past. Not found: another account's loved one.
 */
export async function readWeek(
  views: CallViews & { clock: Clock },
  { account, from, lovedOneId, limit, after }: WeekOf,
): Promise<Week> {
  const { db } = views
  const accountId = account.id
  if (lovedOneId !== undefined) await ownLovedOne(db, accountId, lovedOneId)
  const people = await db
    .selectFrom('lovedOnes')
    .select(['id', 'name', 'timezone'])
    .where('accountId', '=', accountId)
    .$if(lovedOneId !== undefined, (query) => query.where('id', '=', lovedOneId ?? 0))
    .$if(after !== undefined, (query) => query.where('id', '>', after ?? 0))
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const until = dayPlus(from, DAYS - 1)
  const ids = [0, ...people.map(({ id }) => id)]
  const rows = await selectCalls(db, accountId)
    .where('calls.lovedOneId', 'in', ids)
    .where('calls.status', '=', 'scheduled')
    .where('calls.isRehearsal', '=', false)
    .orderBy('calls.scheduledFor')
    .orderBy('calls.id')
    .execute()
  const shown = await presentCalls(views, account, rows)
  const scheduleIds = rows.flatMap(({ scheduleId }) => scheduleId ?? [])
  const schedules = scheduleIds.length === 0 ? new Map<number, Schedule>() : await findSchedules(db, scheduleIds)
  const changes = await changesOf(db, accountId, scheduleIds)
  const aways = await awaysOf(db, ids, from)
  const now = views.clock.now()

  const callsOf = ({ id, timezone: zone }: Person): WeekCall[] => {
    const period = awayPeriod({ from, until }, zone)
    const isIn = (at: Date) => at >= period.startsAt && at < period.endsAt
    const isAway = (at: Date) => (aways.get(id) ?? []).some(({ startsAt, endsAt }) => startsAt <= at && at < endsAt)
    const entries = rows.flatMap((row, index): WeekCall[] => {
      const call = shown[index]
      if (!call || row.lovedOneId !== id) return []
      const { callType, asksBy, isRefused } = call
      const entry = (at: Date, changed: Partial<WeekCall>): WeekCall[] =>
        isIn(at)
          ? [
              {
                callId: row.id,
                lovedOneId: id,
                callType,
                asksBy,
                at: at.toISOString(),
                day: toWallClock(at, zone).date,
                state: isRefused ? 'refused' : isAway(at) ? 'away' : 'rings',
                occurrence: null,
                scheduleCallId: null,
                ...changed,
              },
            ]
          : []
      const schedule = row.scheduleId === null ? undefined : schedules.get(row.scheduleId)
      if (!schedule) {
        const from = changes.find(({ callId }) => callId === row.id)
        const next = rows.find(({ scheduleId }) => from && scheduleId === from.scheduleId)
        const regular = from && toInstant(from.occursOn, from.timeOfDay, zone).toISOString()
        return entry(row.scheduledFor, regular && next ? { occurrence: regular, scheduleCallId: next.id } : {})
      }
      const ofSchedule = (at: Date, state?: 'skipped') =>
        entry(at, { occurrence: at.toISOString(), scheduleCallId: row.id, ...(state && { state }) })
      const booked = row.scheduledFor.getTime()
      const following = schedule.ended
        ? []
        : occurrencesWithin(schedule.rule, {
            after: new Date(Math.max(booked, period.startsAt.getTime() - 1)),
            until: period.endsAt,
            zone,
            changed: schedule.changed,
          })
      const leftOut = changes
        .filter(({ scheduleId, callId }) => scheduleId === schedule.id && callId === null)
        .map(({ occursOn, timeOfDay }) => toInstant(occursOn, timeOfDay, zone))
        .filter((at) => ringsAt(schedule, at))
      return [
        ...[row.scheduledFor, ...following].flatMap((at) => ofSchedule(at)),
        ...[...leftOut, ...row.skippedTimes].filter((at) => at > now).flatMap((at) => ofSchedule(at, 'skipped')),
      ]
    })
    return entries.toSorted((a, b) => a.at.localeCompare(b.at) || a.callId - b.callId)
  }
  return {
    from,
    until,
    people: people.map((person) => ({
      lovedOneId: person.id,
      name: person.name,
      timezone: person.timezone,
      calls: callsOf(person),
    })),
  }
}

function changesOf(db: Db, accountId: number, scheduleIds: readonly number[]) {
  return db
    .selectFrom('occurrenceChanges')
    .select(['scheduleId', 'occursOn', 'timeOfDay', 'callId'])
    .where('accountId', '=', accountId)
    .where('scheduleId', 'in', [0, ...scheduleIds])
    .execute()
}

async function awaysOf(db: Db, lovedOneIds: readonly number[], from: string): Promise<Map<number, Period[]>> {
  const rows = await db
    .selectFrom('aways')
    .select(['lovedOneId', 'startsAt', 'endsAt'])
    .where('lovedOneId', 'in', [...lovedOneIds])
    .where('endsAt', '>', new Date(`${dayPlus(from, -1)}T00:00:00Z`))
    .execute()
  return Map.groupBy(rows, ({ lovedOneId }) => lovedOneId)
}
