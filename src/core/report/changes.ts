import { DEVIATIONS_IN_A_SIGMA, median, medianDeviation } from './usual.ts'
import type { ReportedWeek } from './weeks.ts'

/** How many weeks before this one are looked at, and how many of them it takes to call anything usual. */
export const WEEKS_COMPARED = 12
export const WEEKS_NEEDED = 6
/** A week with fewer calls says nothing: half of it was spent away. */
const CALLS_NEEDED = 4

/** How far from usual a week must be, in deviations. Measured on simulated years: see docs/decisions/0088-what-is-usual.md. */
const FAR = { seconds: 4, firstRing: 4.5, doses: 3.6, dosesOfTwo: 3.3 }
/** Changes of a time that are smaller are of no interest, however steady the weeks were. */
const LEAST_SECONDS = 6
const LEAST_SHARE_OF_SECONDS = 0.75

export type ChangeKind = 'seconds' | 'firstRing' | 'doses'

/** A change that is larger than usual, and the sentence that says so. */
export interface Change {
  kind: ChangeKind
  sentence: string
}

/** A figure of some days, and of how many calls or doses it is. */
interface Count {
  value: number
  of: number
}

/** What a change is looked for in. */
interface Measured {
  kind: ChangeKind
  countOf(week: ReportedWeek): Count
}

const MEASURED: readonly Measured[] = [
  { kind: 'seconds', countOf: ({ seconds, timed }) => ({ value: seconds ?? 0, of: timed }) },
  { kind: 'firstRing', countOf: ({ firstRing, rung }) => ({ value: firstRing, of: rung }) },
  {
    kind: 'doses',
    countOf: ({ doses: { taken, later, missed } }) => ({ value: missed, of: taken + later + missed }),
  },
]

/**
 * What is different this week from the weeks before, the latest week first. Each figure is compared with the median of
 * the weeks before, in units of their median absolute deviation; a change that chance alone explains is left out.
 */
export function changesIn([thisWeek, ...before]: readonly ReportedWeek[]): Change[] {
  if (!thisWeek) return []
  return MEASURED.flatMap(({ kind, countOf }) => {
    const now = countOf(thisWeek)
    const weeks = before.slice(0, WEEKS_COMPARED).map(countOf).filter(isEnough)
    if (!isEnough(now) || weeks.length < WEEKS_NEEDED) return []
    if (kind === 'seconds') return inList(kind, ofSeconds(now.value, weeks))
    // Rare events show in a fortnight what a week of few doses cannot.
    const [lastWeek, ...earlier] = weeks
    const isLong = kind === 'doses' && earlier.length >= WEEKS_NEEDED
    return inList(
      kind,
      ofCounts(kind, now, weeks, 'this week') ??
        (isLong && lastWeek ? ofCounts(kind, sumOf([now, lastWeek]), earlier, 'these two weeks') : null),
    )
  })
}

/** How many of the weeks before have enough calls to be compared with; at least `WEEKS_NEEDED` say what is usual. */
export function weeksKnown([, ...before]: readonly ReportedWeek[]): number {
  return before.slice(0, WEEKS_COMPARED).filter(({ rung }) => rung >= CALLS_NEEDED).length
}

const inList = (kind: ChangeKind, sentence: string | null): Change[] => (sentence === null ? [] : [{ kind, sentence }])

const isEnough = ({ of }: { of: number }): boolean => of >= CALLS_NEEDED

function ofSeconds(now: number, weeks: readonly { value: number }[]): string | null {
  const values = weeks.map(({ value }) => value)
  const usual = median(values)
  const differ = medianDeviation(values) * DEVIATIONS_IN_A_SIGMA
  const far = Math.max(FAR.seconds * differ, LEAST_SECONDS, Math.min(usual, now) * LEAST_SHARE_OF_SECONDS)
  if (Math.abs(now - usual) <= far) return null
  const longer = now > usual ? 'More' : 'Less'
  return `${longer} time from the ring to the answer. Usually ${inSeconds(usual)}; this week ${Math.round(now)}. ${LARGER_THAN_USUAL}`
}

/** Counts are compared as shares, since one week has more calls than another. */
function ofCounts(kind: 'firstRing' | 'doses', now: Count, weeks: readonly Count[], since: Since): string | null {
  const shares = weeks.map(({ value, of }) => value / of)
  const usual = median(shares)
  const differ = medianDeviation(shares) * DEVIATIONS_IN_A_SIGMA
  // The middle week of rare events is zero, and so is its deviation. Chance alone moves as much as this.
  const all = sumOf(weeks)
  const expected = (all.value + 1) / (all.of + 2)
  const chance = Math.sqrt((expected * (1 - expected)) / now.of)
  if (
    Math.abs(now.value / now.of - usual) <=
    FAR[since === 'these two weeks' ? 'dosesOfTwo' : kind] * Math.max(differ, chance)
  )
    return null
  const usually = Math.round(usual * now.of)
  return `${COUNTED[kind]} Usually ${orNone(usually)} of ${now.of}; ${since} ${orNone(now.value)}. ${LARGER_THAN_USUAL}`
}

const sumOf = (counts: readonly Count[]): Count =>
  counts.reduce((sum, { value, of }) => ({ value: sum.value + value, of: sum.of + of }), { value: 0, of: 0 })

const orNone = (count: number): string => (count === 0 ? 'none' : String(count))

type Since = 'this week' | 'these two weeks'

const COUNTED = {
  firstRing: 'Calls answered at the first ring.',
  doses: 'Doses missed.',
}

const LARGER_THAN_USUAL = 'That’s a larger change than usual.'

const inSeconds = (seconds: number): string =>
  Math.round(seconds) === 1 ? '1 second' : `${Math.round(seconds)} seconds`
