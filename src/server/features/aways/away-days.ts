import { type AwayDays, awayPeriod, dayPlus, daysAway, LONGEST_AWAY_DAYS } from '#core/away/away-period.ts'
import { lastDayAway } from '#core/away/away-words.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { AwayPerson } from './deps.ts'

/** A time away is not planned further ahead. */
const FURTHEST_DAYS = 365

export const LAST_DAY_REQUIRED = 'Please choose the last day away'

/** The columns of the days, and the instants that follow from them. */
export interface AwayColumns {
  startsOn: string
  endsOn: string
  startsAt: Date
  endsAt: Date
  remindAt: Date | null
}

/**
 * The columns for these days on the person's clock. Refuses days that are past, or too many, and those of another time
 * away (`exceptId` aside). The caller holds the lock of the loved one.
 */
export async function columnsOf(
  trx: Trx,
  person: AwayPerson,
  { from, until }: { from: string; until: string | undefined },
  now: Date,
  { exceptId = 0, hasBegun = false } = {},
): Promise<AwayColumns> {
  if (until === undefined) throw new AppError('invalid', LAST_DAY_REQUIRED, { field: 'until' })
  refuseDays({ from, until }, toWallClock(now, person.timezone).date, hasBegun)
  const period = awayPeriod({ from, until }, person.timezone)
  const others = await trx
    .selectFrom('aways')
    .select(['startsAt', 'endsAt', 'endedEarlyAt'])
    .where('lovedOneId', '=', person.id)
    .where('id', '<>', exceptId)
    .where('endsAt', '>', period.startsAt)
    .where('startsAt', '<', period.endsAt)
    .orderBy('startsAt')
    .execute()
  const open = others.find(({ endsAt }) => endsAt > now)
  if (open) {
    const until = lastDayAway(open.endsAt, person.timezone)
    const isOf = open.startsAt <= now ? 'is already away' : 'already has a time away'
    throw new AppError('conflict', `${shortName(person.name)} ${isOf} until ${until}. Change or end that first.`)
  }
  return columnsBetween({ from, until }, person.timezone, others, now)
}

/** The columns of days that meet no time away that is open; `others`: all that may meet them. */
export function columnsBetween(
  { from, until }: AwayDays,
  zone: string,
  others: readonly { startsAt: Date; endsAt: Date }[],
  now: Date,
): AwayColumns {
  const period = awayPeriod({ from, until }, zone)
  // One of today that has ended: the calls since then are skipped, and no others.
  const ended = others.filter(({ startsAt, endsAt }) => endsAt > period.startsAt && startsAt < period.endsAt)
  const startsAt = new Date(Math.max(period.startsAt.getTime(), ...ended.map(({ endsAt }) => endsAt.getTime())))
  const isTold = now < period.remindAt && startsAt < period.remindAt
  return { startsOn: from, endsOn: until, startsAt, endsAt: period.endsAt, remindAt: isTold ? period.remindAt : null }
}

/** Refuses days that are past, backwards, too many or too far ahead. `today`: on the loved one's clock. */
export function refuseDays(days: AwayDays, today: string, hasBegun: boolean): void {
  const { from, until } = days
  const refuse = (message: string, field: string) => {
    throw new AppError('invalid', message, { field })
  }
  if (!hasBegun && from < today) refuse('The first day is past. Please choose today or later', 'from')
  if (from > dayPlus(today, FURTHEST_DAYS)) refuse('Please choose a first day within a year', 'from')
  if (until < today) refuse('The last day is past. Please choose today or later', 'until')
  if (until < from) refuse("The last day can't be before the first", 'until')
  if (daysAway(days) > LONGEST_AWAY_DAYS) {
    refuse(`A time away can be at most ${LONGEST_AWAY_DAYS} days. Set another one from the day after`, 'until')
  }
}
