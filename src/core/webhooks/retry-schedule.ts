const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** How long after a failed try the next one is. The schedule of the Standard Webhooks specification, 75 h 35 min in all. */
const PAUSES_MS = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]
/** A receiver that comes back is not met by everything at the same instant. */
const JITTER = 0.1
const MAX_JITTER_MS = MINUTE_MS

/** How long a webhook may fail without one success before it is switched off. */
export const SWITCHED_OFF_AFTER_MS = 120 * HOUR_MS

/** The pause in milliseconds before the next try; null without one. `random` (0 to 1) lengthens it by a tenth or a minute at most. */
export function pauseAfterTries(tries: number, random: number): number | null {
  const pause = PAUSES_MS[tries - 1]
  if (pause === undefined) return null
  return pause + Math.floor(Math.min(pause * JITTER, MAX_JITTER_MS) * random)
}
