import type { CallType } from '#core/calls/call-vocabulary.ts'
import type { Recurrence } from '#core/recurrence/recurrence.ts'
import { allRings, type WallReadings, wallReadings } from '../slow-rings.ts'

/** What an account holder has asked for: the expected calls are computed from it. */
export interface Wish {
  readonly accountId: number
  readonly lovedOneId: number
  readonly zone: string
  readonly callType: CallType
  readonly scheduleId: number | null
  /** Of a one-off call, the call itself. */
  readonly callId: number
  /** Rules with the instant from which each holds, in order; a one-off call has no rule, only its instant. */
  rules: { from: number; rule: Recurrence; zone: string }[]
  /** Where a rule ends, because another one follows. */
  until: number[]
  skipped: Set<number>
  /** Calls from this instant on were cancelled. */
  cancelledFrom: number | null
  /** When the cancellation was confirmed. */
  cancelledAt: number | null
  removedAt: number | null
  /** Nothing rings that is due in one of these. */
  away: readonly { from: number; to: number }[]
  /** Somebody is changing it at present. */
  isBusy: boolean
}

const readings = new Map<string, WallReadings>()

function readingsOf(zone: string, year: number): WallReadings {
  const key = `${zone} ${year}`
  const known = readings.get(key) ?? wallReadings(zone, year)
  readings.set(key, known)
  return known
}

const rung = new Map<string, number[]>()

/** A cache: computing minute by minute is slow, and the same rule is needed again and again. */
function ringsOf(rule: Recurrence, zone: string, year: number): number[] {
  const key = `${zone} ${year} ${JSON.stringify(rule)}`
  const known = rung.get(key) ?? allRings(rule, readingsOf(zone, year))
  rung.set(key, known)
  return known
}

/** The instants at which a wish is due before `until`, computed without the code under test. */
export function dueInstants(wish: Wish, until: number): number[] {
  const due = wish.rules.flatMap(({ from, rule, zone }, index) => {
    const end = Math.min(until, wish.until[index] ?? until)
    const rings = rule.kind === 'once' ? [from] : ringsOf(rule, zone, new Date(from).getUTCFullYear())
    return rings.filter((instant) => instant >= from && instant < end)
  })
  const isWanted = (instant: number) =>
    !wish.skipped.has(instant) &&
    !wish.away.some(({ from, to }) => from <= instant && instant < to) &&
    (wish.cancelledFrom === null || instant < wish.cancelledFrom)
  return [...new Set(due)].filter(isWanted).sort((one, other) => one - other)
}
