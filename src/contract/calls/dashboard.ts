import { z } from 'zod'

export const dashboardStatsSchema = z.object({
  lovedOnesCount: z.number().int(),
  scheduledCallsCount: z.number().int(),
  completedCallsCount: z.number().int(),
  subscription: z.object({ plan: z.string().nullable() }),
})
export type DashboardStats = z.infer<typeof dashboardStatsSchema>
