const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const PAUSES_MS = [
  5_000,
  15_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  6 * HOUR_MS,
  12 * HOUR_MS,
  24 * HOUR_MS,
]
/** The clocks of two machines differ a little: what one has just made due is due for the other. */
export const CLOCK_MARGIN_MS = 1_000
/** What must not be given up is tried so often for ever. */
export const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** How long to wait after that many failed tries; null after two days of them. */
export function pauseAfter(tries: number): number | null {
  return PAUSES_MS[tries - 1] ?? null
}
