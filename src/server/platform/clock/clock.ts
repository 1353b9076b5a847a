/** Where "now" comes from. Everything that needs the time is handed a clock, so that a test can move it. */
export interface Clock {
  now(): Date
  /** Whether what it says may be acted on (`clock-watch.ts`). A clock that does not say is right. */
  isInSync?(): boolean
}

export const systemClock: Clock = { now: () => new Date() }

/** Whether anything may be done because of what `clock` says. */
export function isClockInSync(clock: Clock): boolean {
  return clock.isInSync?.() ?? true
}
