import { queryOptions } from '@tanstack/react-query'
import { dashboardStatsSchema, dashboardTodaySchema } from '#contract/calls/dashboard.ts'
import { recentActivityQuery } from '#web/domain/activity/activity-queries.ts'
import { dashboardRetry, upcomingCallsQuery } from '#web/domain/calls/calls-queries.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

const FIVE_MINUTES_MS = 300_000

/** The four figures. */
export function dashboardStatsQuery() {
  return queryOptions({
    queryKey: queryKeys.dashboardStats,
    queryFn: ({ signal }) => api.get(dashboardStatsSchema, '/api/dashboard/stats', { signal }),
    staleTime: FIVE_MINUTES_MS,
    ...dashboardRetry,
  })
}

/** Who is to be spoken of today, with their calls. */
export function dashboardTodayQuery() {
  return queryOptions({
    queryKey: ['calls', 'today'],
    queryFn: ({ signal }) => api.get(dashboardTodaySchema, '/api/dashboard/today', { signal }),
    ...dashboardRetry,
  })
}

/** The same calls as on the calls screen, refetched as often as everything on the dashboard. */
export function dashboardUpcomingQuery() {
  return { ...upcomingCallsQuery(), ...dashboardRetry }
}

/** The entries that fit the panel. */
export function dashboardActivityQuery() {
  return recentActivityQuery(5)
}
