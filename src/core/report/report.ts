import { dayPlus } from '../away/away-period.ts'
import type { CallEnd } from '../calls/call-end.ts'
import { type Change, changesIn, WEEKS_COMPARED, WEEKS_NEEDED, weeksKnown } from './changes.ts'
import { type DoseOutcome, doseOf, type ReportedCall, wasLeftToThem } from './reported-call.ts'
import { median } from './usual.ts'
import { type ReportedWeek, weeksBefore } from './weeks.ts'

/** How many days a report can be about. */
export const REPORT_DAYS = [30, 90] as const
export type ReportDays = (typeof REPORT_DAYS)[number]
/** For how many days a weekly letter tells. */
export const LETTER_DAYS = 7

/** For how many days before today calls are read: the figures, and the weeks that a change is compared with. */
export const DAYS_READ = Math.max(...REPORT_DAYS, 7 * (WEEKS_COMPARED + 1))

/** Doses of one time of day. */
export interface DosesOfSlot extends Record<DoseOutcome, number> {
  /** `HH:MM` by the schedule; null for reminders of no schedule. */
  slot: string | null
}

/** How somebody has been, in figures. */
export interface ReportFigures {
  /** The days, `YYYY-MM-DD`, both counted; the last one is the day before today. */
  from: string
  until: string
  /** Calls that rang, without those that the family ended while they were under way. */
  rung: number
  firstRing: number
  laterRing: number
  notAnswered: number
  /** How many calls were answered at which try, the first one first. */
  tries: { tries: number; calls: number }[]
  /** The middle of the seconds from the ring to the answer; null without any. */
  seconds: number | null
  /** Of the days that are shown, the latest first. */
  weeks: ReportedWeek[]
  doses: DosesOfSlot[]
  notPlaced: { why: string; calls: number }[]
  changes: Change[]
  /** Why there can be no sentence about a change yet; null where there can. */
  tooLittle: string | null
}

/** The figures of the last `days` days before `today`, the day on the loved one's clock. `calls` are those of the last `DAYS_READ` days. */
export function reportFigures(
  calls: readonly ReportedCall[],
  { today, days }: { today: string; days: ReportDays | typeof LETTER_DAYS },
): ReportFigures {
  const from = dayPlus(today, -days)
  const until = dayPlus(today, -1)
  const shown = calls.filter(({ day }) => day >= from && day <= until)
  const rung = shown.filter(wasLeftToThem)
  const answered = rung.flatMap(({ answeredAtTry }) => answeredAtTry ?? [])
  const seconds = rung.flatMap(({ secondsToAnswer }) => secondsToAnswer ?? [])
  const weeks = weeksBefore(calls, today, WEEKS_COMPARED + 1)
  const firstRing = answered.filter((tries) => tries === 1).length
  return {
    ...{ from, until, rung: rung.length, firstRing },
    laterRing: answered.length - firstRing,
    notAnswered: rung.length - answered.length,
    tries: countedBy(answered, (tries) => tries)
      .map(([tries, calls]) => ({ tries, calls }))
      .toSorted((a, b) => a.tries - b.tries),
    seconds: seconds.length > 0 ? median(seconds) : null,
    weeks: weeks.slice(0, Math.floor(days / 7)),
    doses: dosesOf(shown),
    notPlaced: countedBy(shown.flatMap(whyNotPlaced), (why) => why)
      .map(([why, calls]) => ({ why, calls }))
      .toSorted((a, b) => b.calls - a.calls),
    changes: changesIn(weeks),
    tooLittle: tooLittleOf(weeksKnown(weeks)),
  }
}

function dosesOf(calls: readonly ReportedCall[]): DosesOfSlot[] {
  const doses = calls.flatMap((call) => {
    const outcome = doseOf(call)
    return outcome === null ? [] : { slot: call.slot, outcome }
  })
  return [...Map.groupBy(doses, ({ slot }) => slot)]
    .map(([slot, those]) => {
      const of = (outcome: DoseOutcome) => those.filter((dose) => dose.outcome === outcome).length
      return { slot, taken: of('taken'), later: of('later'), missed: of('missed'), unknown: of('unknown') }
    })
    .toSorted((a, b) => (a.slot ?? '99').localeCompare(b.slot ?? '99'))
}

function whyNotPlaced({ tries, end, reason }: ReportedCall): string[] {
  const why = WHY_NOT_PLACED[end]
  if (why) return [why]
  return tries === 0 && end !== 'answered' ? [reason ?? WHY_UNKNOWN] : []
}

const WHY_NOT_PLACED: Partial<Record<CallEnd, string>> = {
  away: 'Left out while away.',
  not_wanted: 'The phone wants no calls.',
}
const WHY_UNKNOWN = 'We couldn’t ring.'

function tooLittleOf(weeks: number): string | null {
  if (weeks >= WEEKS_NEEDED) return null
  const soFar = weeks === 0 ? 'There are no such weeks yet.' : `So far there ${weeks === 1 ? 'is 1' : `are ${weeks}`}.`
  return `To say what is usual, we need ${WEEKS_NEEDED} weeks with calls before this one. ${soFar}`
}

function countedBy<T, Key>(values: readonly T[], keyOf: (value: T) => Key): [Key, number][] {
  return [...Map.groupBy(values, keyOf)].map(([key, those]) => [key, those.length])
}
