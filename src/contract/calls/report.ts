import { z } from 'zod'
import { id, instant } from '#contract/wire.ts'
import { INCIDENT_CAUSES } from '#core/escalation/incident-cause.ts'
import { REPORT_DAYS } from '#core/report/report.ts'

const HOW_MANY = 'Please choose 30 or 90 days'

/** For how many days before today, on the loved one's clock. */
export const reportQuery = z.object({
  days: z
    .enum(REPORT_DAYS.map(String) as ['30', '90'], HOW_MANY)
    .default('30')
    .transform((days) => (days === '90' ? 90 : 30)),
})

const count = z.number().int()
/** A day on the loved one's clock. */
const day = z.string()

const weekSchema = z.object({
  from: day,
  until: day,
  /** Calls that rang, and how many were answered, at the first ring and at all. */
  rung: count,
  firstRing: count,
  answered: count,
  /** The middle of the seconds from the ring to the answer, of how many calls; null without any. */
  seconds: z.number().nullable(),
  timed: count,
  doses: z.object({ taken: count, later: count, missed: count }),
})

export const reportSchema = z.object({
  lovedOneId: id,
  name: z.string(),
  timezone: z.string(),
  days: count,
  from: day,
  until: day,
  /** From when calls are known, as a sentence; null where the days are known from their first. */
  knownFrom: z.string().nullable(),
  /** A sentence for each figure that is further from usual than usually. */
  changes: z.array(z.object({ kind: z.enum(['seconds', 'firstRing', 'doses']), sentence: z.string() })),
  /** Why there can be no such sentence yet; null where there can. */
  tooLittle: z.string().nullable(),
  rung: count,
  firstRing: count,
  laterRing: count,
  notAnswered: count,
  /** How many calls were answered at which try. */
  tries: z.array(z.object({ tries: count, calls: count })),
  seconds: z.number().nullable(),
  /** Whole weeks of these days, the latest first. */
  weeks: z.array(weekSchema),
  /** By the schedule's time of day, `HH:MM`; null for reminders of no schedule. */
  doses: z.array(z.object({ slot: z.string().nullable(), taken: count, later: count, missed: count, unknown: count })),
  notPlaced: z.array(z.object({ why: z.string(), calls: count })),
  /** How many there were; `alerts` lists the latest hundred. */
  alertCount: count,
  /** The latest first. */
  alerts: z.array(
    z.object({
      at: instant,
      cause: z.enum(INCIDENT_CAUSES),
      /** Who took it on, or said that all is well; null where nobody did. */
      who: z.string().nullable(),
      /** How it ended, as a sentence; null while it goes on. */
      how: z.string().nullable(),
    }),
  ),
})
export type Report = z.infer<typeof reportSchema>
