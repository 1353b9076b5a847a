import { nextKeptOccurrence } from './kept-occurrence.ts'
import type { Recurrence } from './recurrence.ts'

/** No limit is higher: what is counted beyond it makes no difference. */
const MOST = 1000

const NONE: ReadonlySet<string> = new Set()

/** When `rule` rings after `after` and before `until`, by wall clocks in `zone`, soonest first, a thousand at most; never for `once`, and not at the occurrences in `changed`. */
export function occurrencesWithin(
  rule: Recurrence,
  { after, until, zone, changed = NONE }: { after: Date; until: Date; zone: string; changed?: ReadonlySet<string> },
): Date[] {
  const found: Date[] = []
  let next = nextKeptOccurrence({ rule, zone, changed }, after)
  while (next && next < until && found.length < MOST) {
    found.push(next)
    next = nextKeptOccurrence({ rule, zone, changed }, next)
  }
  return found
}
