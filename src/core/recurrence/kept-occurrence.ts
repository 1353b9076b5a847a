import { nextOccurrence } from './next-occurrence.ts'
import type { Recurrence } from './recurrence.ts'
import { toWallClock } from './wall-clock.ts'

/** A rule by the clocks of a zone, with the occurrences that do not ring at their regular time. */
export interface ChangedRule {
  rule: Recurrence
  zone: string
  /** As `occurrenceKey` names them. */
  changed: ReadonlySet<string>
}

/** "2026-03-10 09:00": an occurrence by the wall clock of its zone, whatever zone its loved one moves to. */
export function occurrenceKey(at: Date, zone: string): string {
  const { date, timeOfDay } = toWallClock(at, zone)
  return `${date} ${timeOfDay}`
}

/** The first occurrence strictly after `after` that rings at its regular time; null if none does. Throws as `nextOccurrence` does. */
export function nextKeptOccurrence({ rule, zone, changed }: ChangedRule, after: Date): Date | null {
  let next = nextOccurrence(rule, after, zone)
  while (next && changed.has(occurrenceKey(next, zone))) next = nextOccurrence(rule, next, zone)
  return next
}
