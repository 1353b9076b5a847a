/** Where "now" comes from. Everything that needs the time is handed a clock, so that a test can move it. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
