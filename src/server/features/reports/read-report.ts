import type { Report } from '#contract/calls/report.ts'
import { dayPlus } from '#core/away/away-period.ts'
import { toInstant, toWallClock } from '#core/recurrence/wall-clock.ts'
import { DAYS_READ, type LETTER_DAYS, type ReportDays, reportFigures } from '#core/report/report.ts'
import { knownFromInWords } from '#core/report/report-words.ts'
import { callsKeptSince, KEEP_CALLS_MONTHS } from '#core/retention.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { reportedAlerts } from './report-alerts.ts'
import { type PlacedCall, reportedCalls } from './reported-calls.ts'

/** What a report needs from the outside. */
export interface ReportDeps {
  db: Db
  clock: Clock
  /** How many months calls are kept; left out, the default. */
  keepCallsMonths?: number
}

/** A member of the account, to whom what they did is told as theirs; `personId` is null for pages that others read. */
interface Reader {
  accountId: number
  personId: number | null
}

/**
 * How an account's loved one has been in the `days` whole days before today, on their own clock. It holds no words of
 * calls: every member of the family may read it. Another account's loved one is not found.
 */
export async function readReport(
  { db, clock, keepCallsMonths = KEEP_CALLS_MONTHS }: ReportDeps,
  { accountId, personId }: Reader,
  { lovedOneId, days }: { lovedOneId: number; days: ReportDays | typeof LETTER_DAYS },
): Promise<Report> {
  const { name, timezone } = await ownLovedOne(db, accountId, lovedOneId)
  const { createdAt } = await db
    .selectFrom('lovedOnes')
    .select('createdAt')
    .where('id', '=', lovedOneId)
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  const now = clock.now()
  const dayOf = (instant: Date) => toWallClock(instant, timezone).date
  const today = dayOf(now)
  const from = dayPlus(today, -days)
  const of = { accountId, lovedOneId, to: now }
  // Two days more than the days: a call of the first may have been made in a zone that is ahead.
  const keptSince = callsKeptSince(now, keepCallsMonths)
  const read = { ...of, from: laterOf(toInstant(dayPlus(today, -DAYS_READ - 2), '00:00', timezone), keptSince) }
  const shown = { ...of, from: toInstant(from, '00:00', timezone), to: toInstant(today, '00:00', timezone) }
  const [calls, alerted] = await Promise.all([reportedCalls(db, read), reportedAlerts(db, shown, personId)])
  const known = {
    keptSince: dayOf(keptSince),
    addedOn: dayOf(createdAt),
    keepCallsMonths,
    name,
  }
  return {
    ...{ lovedOneId, name, timezone, days },
    ...reportFigures(calls, { today, days }),
    knownFrom: knownFromInWords(from, known),
    ...alerted,
  }
}

/** The calls of the same days, for a file. Another account's loved one is not found. */
export async function readReportedCalls(
  { db, clock, keepCallsMonths = KEEP_CALLS_MONTHS }: ReportDeps,
  accountId: number,
  { lovedOneId, days }: { lovedOneId: number; days: ReportDays },
): Promise<PlacedCall[]> {
  const { timezone } = await ownLovedOne(db, accountId, lovedOneId)
  const now = clock.now()
  const today = toWallClock(now, timezone).date
  const from = dayPlus(today, -days)
  const readFrom = laterOf(toInstant(dayPlus(from, -2), '00:00', timezone), callsKeptSince(now, keepCallsMonths))
  const calls = await reportedCalls(db, { accountId, lovedOneId, from: readFrom, to: now })
  return calls.filter(({ day }) => day >= from && day < today)
}

/** Single older calls outlive the rest, such as the last on a second phone: figures of their days would not be true. */
const laterOf = (from: Date, keptSince: Date): Date => (keptSince > from ? keptSince : from)
