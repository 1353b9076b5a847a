import { nextOccurrence } from './next-occurrence.ts'
import type { Recurrence } from './recurrence.ts'

/** No limit is higher: what is counted beyond it makes no difference. */
const MOST = 1000

/** When `rule` rings after `after` and before `until`, by wall clocks in `zone`, soonest first, a thousand at most; never for `once`. */
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
