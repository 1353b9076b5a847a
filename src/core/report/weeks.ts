import { dayPlus } from '../away/away-period.ts'
import { doseOf, type ReportedCall, wasLeftToThem } from './reported-call.ts'
import { median } from './usual.ts'

/** Seven days on the loved one's clock, both ends counted, with what is compared. */
export interface ReportedWeek {
  from: string
  until: string
  /** Calls that rang, and how many of them were answered at the first ring. */
  rung: number
  firstRing: number
  answered: number
  /** The middle of the seconds to an answer, and of how many calls. */
  seconds: number | null
  timed: number
  doses: { taken: number; later: number; missed: number }
}

/** The `count` weeks that end with the day before `today`, the latest first. They are cut by days, so that a change of clocks moves no call. */
export function weeksBefore(calls: readonly ReportedCall[], today: string, count: number): ReportedWeek[] {
  return Array.from({ length: count }, (_, ago) => {
    const from = dayPlus(today, -7 * (ago + 1))
    const until = dayPlus(from, 6)
    return weekOf(
      calls.filter(({ day }) => day >= from && day <= until),
      { from, until },
    )
  })
}

function weekOf(calls: readonly ReportedCall[], days: { from: string; until: string }): ReportedWeek {
  const rung = calls.filter(wasLeftToThem)
  const seconds = rung.flatMap(({ secondsToAnswer }) => secondsToAnswer ?? [])
  const doses = calls.map(doseOf)
  const of = (outcome: 'taken' | 'later' | 'missed') => doses.filter((dose) => dose === outcome).length
  return {
    ...days,
    rung: rung.length,
    firstRing: rung.filter(({ answeredAtTry }) => answeredAtTry === 1).length,
    answered: rung.filter(({ answeredAtTry }) => answeredAtTry !== null).length,
    seconds: seconds.length > 0 ? median(seconds) : null,
    timed: seconds.length,
    doses: { taken: of('taken'), later: of('later'), missed: of('missed') },
  }
}
