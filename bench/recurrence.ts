import assert from 'node:assert/strict'
import { nextOccurrence } from '#core/recurrence/next-occurrence.ts'
import type { Recurrence } from '#core/recurrence/recurrence.ts'
import { luxonNextOccurrence } from './luxon-next-occurrence.ts'
import { rruleNextOccurrence } from './rrule-next-occurrence.ts'

const START = new Date('2026-01-01T00:00:00Z')
const WALK = 120 // occurrences from one start, over both clock changes of a year for a daily rule
const MEASURE_MS = 400
const ZONES = ['Australia/Sydney', 'Australia/Lord_Howe']
const RULES: [name: string, rule: Recurrence][] = [
  ['daily 09:00', { kind: 'daily', timeOfDay: '09:00' }],
  ['weekdays 09:00', { kind: 'weekdays', timeOfDay: '09:00' }],
  ['monthly 31st 09:00', { kind: 'monthly', timeOfDay: '09:00', dayOfMonth: 31 }],
  [
    'custom Mon 09:00, Thu 14:00',
    {
      kind: 'custom',
      slots: [
        { weekDay: 'monday', timeOfDay: '09:00' },
        { weekDay: 'thursday', timeOfDay: '14:00' },
      ],
    },
  ],
]

export interface RecurrenceBenchRow {
  rule: string
  zone: string
  /** Next occurrences computed per second, by Cooee and by the two others. */
  cooeePerSecond: number
  rruleTemporalPerSecond: number
  luxonPerSecond: number
  /** How many times as fast Cooee is. */
  timesRruleTemporal: number
  timesLuxon: number
}

type Next = (after: Date) => Date | null

/**
 * Next-occurrence computations per second, beside rrule-temporal and a Luxon version of the same rules. Throws when
 * the three disagree about a single ring; only then are they timed, on the same walk.
 */
export function benchRecurrence(): RecurrenceBenchRow[] {
  return ZONES.flatMap((zone) =>
    RULES.map(([name, rule]) => {
      const cooee: Next = (after) => nextOccurrence(rule, after, zone)
      const rrule = rruleNextOccurrence(rule, START, zone)
      const luxon: Next = (after) => luxonNextOccurrence(rule, after, zone)

      const expected = walk(cooee)
      assert.equal(expected.length, WALK)
      assert.deepEqual(walk(rrule), expected, `rrule-temporal disagrees on ${name} in ${zone}`)
      assert.deepEqual(walk(luxon), expected, `Luxon disagrees on ${name} in ${zone}`)

      const cooeePerSecond = perSecond(cooee)
      const rruleTemporalPerSecond = perSecond(rrule)
      const luxonPerSecond = perSecond(luxon)
      return {
        rule: name,
        zone,
        cooeePerSecond,
        rruleTemporalPerSecond,
        luxonPerSecond,
        timesRruleTemporal: cooeePerSecond / rruleTemporalPerSecond,
        timesLuxon: cooeePerSecond / luxonPerSecond,
      }
    }),
  )
}

function walk(next: Next): string[] {
  const rings: string[] = []
  for (let ring = next(START); ring && rings.length < WALK; ring = next(ring)) rings.push(ring.toISOString())
  return rings
}

function perSecond(next: Next): number {
  walk(next) // warm
  let computed = 0
  const startedAt = performance.now()
  while (performance.now() - startedAt < MEASURE_MS) {
    let last: Date | null = START
    for (let ring = 0; ring < WALK && last; ring++) last = next(last)
    computed += WALK
  }
  return (computed * 1000) / (performance.now() - startedAt)
}

if (import.meta.main) {
  console.table(
    benchRecurrence().map((row) => ({
      rule: row.rule,
      zone: row.zone,
      'Cooee /s': Math.round(row.cooeePerSecond),
      'rrule-temporal /s': Math.round(row.rruleTemporalPerSecond),
      'Luxon /s': Math.round(row.luxonPerSecond),
      '× rrule-temporal': row.timesRruleTemporal.toFixed(1),
      '× Luxon': row.timesLuxon.toFixed(1),
    })),
  )
}
