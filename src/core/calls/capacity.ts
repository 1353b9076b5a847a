import type { CallType } from './call-vocabulary.ts'
import { dispatchRank } from './dispatch-order.ts'
import { dialBy } from './grace-period.ts'

/** Calls of one type that fall due together. */
export interface Demand {
  dueAt: Date
  callType: CallType
  calls: number
}

/** How many calls fall due in a quarter of an hour, and how many of them cannot be dialled in their grace period. */
export interface QuarterHour {
  /** On the quarters of the hour in UTC. */
  startsAt: Date
  due: number
  late: number
}

const MINUTE_MS = 60_000
const QUARTER_MS = 15 * MINUTE_MS

/** How many first dials a second are certain: alerts may take every second slot, retries the slots that no alert needs. */
export function certainCallsPerSecond(callsPerSecond: number): number {
  return callsPerSecond / 2
}

interface Waiting {
  of: Demand
  rank: number
  dueMs: number
  byMs: number
  calls: number
}

/** Dials calls minute by minute, in order, at `callsPerSecond`, and counts those whose grace period ends first, by quarters with something due. */
export function forecastLine(demand: readonly Demand[], callsPerSecond: number): QuarterHour[] {
  const quarters = new Map<number, QuarterHour>()
  const quarterOf = (dueMs: number): QuarterHour => {
    const startMs = Math.floor(dueMs / QUARTER_MS) * QUARTER_MS
    const quarter = quarters.get(startMs) ?? { startsAt: new Date(startMs), due: 0, late: 0 }
    quarters.set(startMs, quarter)
    return quarter
  }
  for (const { dueAt, calls } of demand) quarterOf(dueAt.getTime()).due += calls
  letAllLeave(demand, callsPerSecond, ({ dueMs, calls }) => {
    quarterOf(dueMs).late += calls
  })
  return [...quarters.values()].sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
}

/** Whether `wanted` itself cannot be dialled in its grace period beside what is `booked`; that it makes a booked call late does not count. */
export function isLateItself(booked: readonly Demand[], wanted: Demand, callsPerSecond: number): boolean {
  let isLate = false
  letAllLeave([...booked, wanted], callsPerSecond, ({ of }) => {
    isLate ||= of === wanted
  })
  return isLate
}

/** `onLate` is called with what is still waiting when its grace period ends. */
function letAllLeave(demand: readonly Demand[], callsPerSecond: number, onLate: (late: Waiting) => void): void {
  const coming = demand
    .map((of) => ({
      of,
      rank: dispatchRank(of.callType),
      dueMs: of.dueAt.getTime(),
      byMs: dialBy(of.callType, of.dueAt).getTime(),
      calls: of.calls,
    }))
    .sort((one, other) => one.dueMs - other.dueMs)
  let waiting: Waiting[] = []
  let next = 0
  let nowMs = coming[0]?.dueMs ?? 0
  while (next < coming.length || waiting.length > 0) {
    const first = coming[next]
    if (waiting.length === 0 && first) nowMs = Math.max(nowMs, first.dueMs)
    for (let one = coming[next]; one && one.dueMs <= nowMs; one = coming[next]) {
      waiting.push({ ...one })
      next += 1
    }
    for (const one of waiting) if (one.byMs < nowMs) onLate(one)
    waiting = waiting
      .filter(({ byMs }) => byMs >= nowMs)
      .sort((one, other) => one.rank - other.rank || one.dueMs - other.dueMs)
    letLeave(waiting, callsPerSecond * 60)
    waiting = waiting.filter(({ calls }) => calls > 0)
    nowMs += MINUTE_MS
  }
}

function letLeave(waiting: readonly Waiting[], places: number): void {
  let left = places
  for (const one of waiting) {
    const leaving = Math.min(left, one.calls)
    one.calls -= leaving
    left -= leaving
    if (left <= 0) return
  }
}

/** How many calls of the forecast cannot be dialled in their grace period. A part of a call that is left over counts as one. */
export function lateCalls(forecast: readonly QuarterHour[]): number {
  return forecast.reduce((sum, { late }) => sum + Math.ceil(late), 0)
}
