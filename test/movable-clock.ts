import type { Clock } from '#server/platform/clock/clock.ts'

/** A clock that stands still until the test moves it. */
export type MovableClock = Clock & {
  set(instant: Date): void
  advance(milliseconds: number): void
}

export function movableClock(start: Date): MovableClock {
  let now = start.getTime()
  return {
    now: () => new Date(now),
    set: (instant) => {
      now = instant.getTime()
    },
    advance: (milliseconds) => {
      now += milliseconds
    },
  }
}
