/** How long words, messages and the activity log are kept unless the operator says otherwise, in months of the calendar. */
export const RETENTION_MONTHS = 24

/** Until when something is kept that is of `instant`: so many months of the calendar later, in UTC. */
export function keptUntil(instant: Date, months: number): Date {
  return monthsFrom(instant, months)
}

/** What is older than that is deleted. */
export function keptSince(now: Date, months: number): Date {
  return monthsFrom(now, -months)
}

/** "24 months", "1 month" */
export function monthsInWords(months: number): string {
  return months === 1 ? '1 month' : `${months} months`
}

function monthsFrom(instant: Date, months: number): Date {
  const there = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO('UTC').add({ months })
  return new Date(there.epochMilliseconds)
}
