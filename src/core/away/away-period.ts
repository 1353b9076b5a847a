export const AWAY_REASONS = ['holiday', 'hospital', 'family', 'other'] as const
export type AwayReason = (typeof AWAY_REASONS)[number]

/** Who has set it: on the screen, or the person themselves. */
/** Who set a time away: a member (stored and sent as `account_holder`), or the loved one by text or call. */
export type AwayBy = 'account_holder' | 'text' | 'call'

/** The longest time away, both days counted. */
export const LONGEST_AWAY_DAYS = 90

/** Whole days on the loved one's clock, `YYYY-MM-DD`: the first and the last one without calls. */
export interface AwayDays {
  from: string
  until: string
}

/** The days as instants in `zone`: it ends as the day after the last one begins. `remindAt` is on the last day at 10:00. Throws RangeError for what is no date or zone. */
export function awayPeriod({ from, until }: AwayDays, zone: string): { startsAt: Date; endsAt: Date; remindAt: Date } {
  const last = Temporal.PlainDate.from(until)
  const at = (time: Temporal.ZonedDateTime) => new Date(time.epochMilliseconds)
  return {
    startsAt: at(Temporal.PlainDate.from(from).toZonedDateTime(zone)),
    endsAt: at(last.add({ days: 1 }).toZonedDateTime(zone)),
    remindAt: at(last.toZonedDateTime({ timeZone: zone, plainTime: '10:00' })),
  }
}

/** How many days it has, both counted; below 1 where it ends before it begins. */
export function daysAway({ from, until }: AwayDays): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(until)).days + 1
}

/** The days of a time away that are in none of the others, which do not overlap; in their order. */
export function daysBeside({ from, until }: AwayDays, others: readonly AwayDays[]): AwayDays[] {
  const free: AwayDays[] = []
  let next = from
  for (const other of others.toSorted((a, b) => a.from.localeCompare(b.from))) {
    if (other.until < next || other.from > until) continue
    if (other.from > next) free.push({ from: next, until: dayPlus(other.from, -1) })
    next = dayPlus(other.until, 1)
  }
  return next <= until ? [...free, { from: next, until }] : free
}

/** The day that is `days` after `date`, `YYYY-MM-DD`. */
export function dayPlus(date: string, days: number): string {
  return Temporal.PlainDate.from(date).add({ days }).toString()
}
