import { nextOccurrence } from './next-occurrence.ts'
import type { Recurrence } from './recurrence.ts'

/** No limit is higher: what is counted beyond it makes no difference. */
const MOST = 1000

/**
 * The instants at which `rule` rings strictly after `after` and before `until`, soonest first, a thousand at most. Times are wall-clock
 * times in `zone`. A rule of `once` has none.
 */
export function occurrencesWithin(
  rule: Recurrence,
  { after, until, zone }: { after: Date; until: Date; zone: string },
): Date[] {
  const found: Date[] = []
  let next = nextOccurrence(rule, after, zone)
  while (next && next < until && found.length < MOST) {
    found.push(next)
    next = nextOccurrence(rule, next, zone)
  }
  return found
}
