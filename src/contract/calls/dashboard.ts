import { z } from 'zod'
import { lovedOneSchema } from '#contract/people/loved-ones.ts'
import { callSchema } from './calls.ts'

export const dashboardStatsSchema = z.object({
  lovedOnesCount: z.number().int(),
  scheduledCallsCount: z.number().int(),
  completedCallsCount: z.number().int(),
  subscription: z.object({ plan: z.string().nullable() }),
})
export type DashboardStats = z.infer<typeof dashboardStatsSchema>

/** How today stands: of a family everybody; of an organisation the people who need attention first, and some of the others. */
export const dashboardTodaySchema = z.object({
  lovedOnes: z.array(lovedOneSchema),
  /** Calls of these people that have ended, newest first: all of today's, of a family the latest 100. */
  history: z.array(callSchema),
  /** Calls of these people that are scheduled or under way, soonest first: all of today's, of a family the first 100. */
  upcoming: z.array(callSchema),
  /** How many loved ones there are, those left out included. */
  peopleCount: z.number().int(),
  /** How many of all are away now. */
  awayCount: z.number().int().default(0),
  /** How many of all need attention, counted to 100, and the same as a sentence; null where everybody is shown. */
  attention: z.object({ count: z.number().int(), inWords: z.string() }).nullable(),
})
export type DashboardToday = z.infer<typeof dashboardTodaySchema>
