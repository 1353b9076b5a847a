import { certainCallsPerSecond, forecastLine, lateCalls, type QuarterHour } from '#core/calls/capacity.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { readDemand } from './read-demand.ts'

/** How the phone line suffices for the calls booked in the next 24 hours. */
export interface Capacity {
  /** First dials that are certain to be made in a quarter of an hour. */
  callsPerQuarter: number
  /** The quarter in which most calls fall due; null when none does. */
  fullest: QuarterHour | null
  /** Quarters with due calls that cannot be dialled in their grace periods, soonest first. */
  short: QuarterHour[]
  /** How many calls cannot be dialled in their grace period. */
  lateCalls: number
}

export interface CapacityDeps {
  db: Db
  clock: Clock
  /** The provider's rate. */
  callsPerSecond: number
}

/**
 * Compares the calls due in every quarter of an hour of the next day with what is certain to be dialled in their grace
 * periods.
 */
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
