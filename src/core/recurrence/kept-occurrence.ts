import { localDateAt } from './local-date.ts'
import { nextOccurrence } from './next-occurrence.ts'
import type { Recurrence } from './recurrence.ts'
import { timesOn } from './times-on.ts'
import { instantMs, toInstant, toWallClock } from './wall-clock.ts'

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

/**
 * Maps the key of each changed occurrence to come to its key under the edited rule: what was skipped or moved at 9:00 is
 * that of 9:30 then. Of a day with several times, before or after, nobody can say which one is
 * meant, and its keys stay; so do those of a day on which the new rule does not ring. Throws as `nextOccurrence` does.
 */
export function changedKeysAfter(
  { before, after }: { before: ChangedRule; after: Omit<ChangedRule, 'changed'> },
  now: Date,
): Map<string, string> {
  const keys = new Map<string, string>()
  for (const key of before.changed) {
    const [date = '', timeOfDay = ''] = key.split(' ')
    if (toInstant(date, timeOfDay, before.zone) <= now || onlyKeyOn(date, before) !== key) continue
    const keyAfter = onlyKeyOn(date, after)
    if (keyAfter !== null && !before.changed.has(keyAfter)) keys.set(key, keyAfter)
  }
  return keys
}

/** The key of the one occurrence on `date`; null where it has none or several. */
function onlyKeyOn(date: string, { rule, zone }: Omit<ChangedRule, 'changed'>): string | null {
  const localDate = localDateAt(Date.parse(`${date}T00:00:00Z`))
  const [minutes, ...others] = timesOn(rule, localDate)
  if (minutes === undefined || others.length > 0) return null
  return occurrenceKey(new Date(instantMs(localDate, minutes, zone)), zone)
}
