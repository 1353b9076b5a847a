/** How long words, messages and the activity log are kept unless the operator says otherwise, in months of the calendar. */
export const RETENTION_MONTHS = 24

/** How long calls are kept after their end unless the operator says otherwise, in months of the calendar. */
export const KEEP_CALLS_MONTHS = 24

/** Until when something is kept that is of `instant`: so many months of the calendar later, in UTC. */
export function keptUntil(instant: Date, months: number): Date {
  return monthsFrom(instant, months)
}

/** What is older than that is deleted. */
export function keptSince(now: Date, months: number): Date {
  return monthsFrom(now, -months)
}

/** The shortest month has 28 days, and a month of a plan, of talks and of the admin's figures looks back up to 31. */
const SHORTEST_MS = 31 * 86_400_000

/** How long what is kept. */
interface Kept {
  retentionMonths: number
  keepCallsMonths: number
}

/** Calls that ended before that are deleted: kept for so many months, and at least for 31 days. */
export function callsKeptSince(now: Date, months: number): Date {
  return new Date(Math.min(keptSince(now, months).getTime(), now.getTime() - SHORTEST_MS))
}

/** Words of calls that ended before that are deleted: they are kept as other words, and no longer than calls are. */
export function callWordsKeptSince(now: Date, { retentionMonths, keepCallsMonths }: Kept): Date {
  return new Date(Math.max(keptSince(now, retentionMonths).getTime(), callsKeptSince(now, keepCallsMonths).getTime()))
}

/** Until when the words of a call are kept that ended at `instant`. */
export function callWordsKeptUntil(instant: Date, { retentionMonths, keepCallsMonths }: Kept): Date {
  const callUntil = Math.max(keptUntil(instant, keepCallsMonths).getTime(), instant.getTime() + SHORTEST_MS)
  return new Date(Math.min(keptUntil(instant, retentionMonths).getTime(), callUntil))
}

/** "24 months", "1 month" */
export function monthsInWords(months: number): string {
  return months === 1 ? '1 month' : `${months} months`
}

function monthsFrom(instant: Date, months: number): Date {
  const there = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC').add({ months })
  return new Date(there.epochMilliseconds)
}
