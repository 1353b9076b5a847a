/** The end of a month that is paid for from `instant` on: the same day of the next month, or its last. ISO 8601. */
export function monthAfter(instant: Date): string {
  const lastDay = new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + 2, 0)).getUTCDate()
  const end = new Date(instant)
  end.setUTCMonth(instant.getUTCMonth() + 1, Math.min(instant.getUTCDate(), lastDay))
  return end.toISOString()
}
