import { dayPlus } from '#core/away/away-period.ts'
import { toInstant, toWallClock } from '#core/recurrence/wall-clock.ts'
import type { ReportedCall } from '#core/report/reported-call.ts'

const ZONE = 'Australia/Sydney'

/** What is different from a day on. */
export interface RealChange {
  from: string
  /** Times the usual time to an answer. */
  slower?: number
  /** Of how many doses one is missed. */
  dosesMissed?: number
}

/** One seeded random number after the other, from 0 to 1 (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/**
 * The calls of an ordinary life in Sydney from `from` on, the same for the same seed: one to three check-ins and up to two
 * reminders a day at their times; a call is missed now and then, some weeks more often than others; slower and faster
 * days; a cold of some days in which answering takes longer; guests; two holidays that are entered as time away, and a
 * day out that nobody has entered. Both changes of the clocks are among its days.
 */
export function simulatedLife(
  seed: number,
  { from, days, doses, change }: { from: string; days: number; doses?: number; change?: RealChange },
): ReportedCall[] {
  const random = randomNumbers(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const checkIns = 1 + Math.floor(random() * 3)
  const dosesADay = doses ?? Math.floor(random() * 3)
  const slots = [
    ...['09:00', '13:30', '18:00'].slice(0, checkIns).map((slot) => ({ slot, isDose: false })),
    ...['08:00', '20:00'].slice(0, dosesADay).map((slot) => ({ slot, isDose: true })),
  ]
  const usualSeconds = 10 + random() * 20
  const spread = 0.25 + random() * 0.3
  const missesRing = 0.02 + random() * 0.12
  const holidays = [0, 1].map((half) => ({
    from: Math.floor((half + random()) * (days / 2)),
    days: 4 + Math.floor(random() * 12),
  }))
  const cold = { from: Math.floor(random() * days), days: 3 + Math.floor(random() * 3) }
  const dayOut = Math.floor(random() * days)
  const calls: ReportedCall[] = []
  let week = { mood: 0, rings: 1 }
  for (let day = 0; day < days; day += 1) {
    if (day % 7 === 0) week = { mood: normal() * 0.12, rings: 0.6 + random() * 0.8 }
    const isIn = (period: { from: number; days: number }) => day >= period.from && day < period.from + period.days
    const date = dayPlus(from, day)
    const isChanged = change !== undefined && date >= change.from
    const mood = week.mood + normal() * 0.1 + (isIn(cold) ? 0.35 : 0)
    for (const { slot, isDose } of slots) {
      // Promised by the clock on the wall, kept as an instant, read again as a day.
      const call = { ...EMPTY, day: toWallClock(toInstant(date, slot, ZONE), ZONE).date, slot }
      const callType = isDose ? 'medication_reminder' : 'daily_check_in'
      if (holidays.some(isIn)) {
        calls.push({ ...call, callType, end: 'away' })
        continue
      }
      const missed = isDose && isChanged && change.dosesMissed ? 1 / change.dosesMissed : isDose ? 1 / 20 : 1 / 40
      if (random() < missed || (day === dayOut && slot < '19:00')) {
        calls.push({ ...call, callType, tries: 3, end: 'not_answered' })
        continue
      }
      const answeredAtTry = random() < missesRing * week.rings ? 2 : 1
      const slower = isChanged ? (change.slower ?? 1) : 1
      const secondsToAnswer = Math.round(usualSeconds * slower * Math.exp(mood + normal() * spread))
      const saidNotYet = isDose && random() < 0.08
      calls.push({
        ...{ ...call, callType, end: 'answered', answeredAtTry, secondsToAnswer, saidNotYet, saidYes: true },
        tries: answeredAtTry + (saidNotYet ? 1 : 0),
      })
    }
  }
  return calls
}

const EMPTY = {
  reason: null,
  tries: 0,
  answeredAtTry: null,
  secondsToAnswer: null,
  saidNotYet: false,
  saidYes: false,
} as const
