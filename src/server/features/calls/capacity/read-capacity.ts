import { certainCallsPerSecond, forecastLine, lateCalls, type QuarterHour } from '#core/calls/capacity.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readDemand } from './read-demand.ts'

/** How the phone line suffices for what is booked in the next 24 hours. */
export interface Capacity {
  /** First dials that are certain to leave in a quarter of an hour. */
  callsPerQuarter: number
  /** The quarter in which most falls due; null where nothing does. */
  fullest: QuarterHour | null
  /** Quarters in which something falls due that cannot leave in its grace period, soonest first. */
  short: QuarterHour[]
  /** How many calls cannot leave in their grace period. */
  lateCalls: number
}

export interface CapacityDeps {
  db: Db
  clock: Clock
  /** The provider's rate. */
  callsPerSecond: number
}

/** Compares what is due in every quarter of an hour of the next day with what is certain to leave in its grace period. */
export async function readCapacity({ db, clock, callsPerSecond }: CapacityDeps): Promise<Capacity> {
  const certain = certainCallsPerSecond(callsPerSecond)
  const quarters = forecastLine(await readDemand(db, clock.now()), certain)
  return {
    callsPerQuarter: Math.floor(certain * 15 * 60),
    fullest: quarters.reduce<QuarterHour | null>((most, one) => (most && most.due >= one.due ? most : one), null),
    short: quarters.filter(({ late }) => late > 0),
    lateCalls: lateCalls(quarters),
  }
}
