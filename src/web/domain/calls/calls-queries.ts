import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { callSchema } from '#contract/calls/calls.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** Queries of the calls screen are tried once more, after a second. */
export const callsRetry = { retry: 1, retryDelay: 1000 } as const
/** Queries of the dashboard are tried twice more. */
export const dashboardRetry = { retry: 2 } as const

/** So many of the calls to come are read at once; where there are as many, there may be more. */
export const UPCOMING_SHOWN = 100

/** The first calls that are scheduled or under way, soonest first; of one loved one where given. Each screen adds its retries. */
export function upcomingCallsQuery(lovedOneId?: number) {
  return queryOptions({
    queryKey: [...queryKeys.upcomingCalls, lovedOneId ?? 'all'],
    queryFn: ({ signal }) =>
      api.get(z.array(callSchema), '/api/calls/upcoming', { query: { lovedOneId, limit: UPCOMING_SHOWN }, signal }),
  })
}

/** One entry per recurring schedule: its next call. */
export function recurringCallsQuery(lovedOneId?: number) {
  return queryOptions({
    queryKey: [...queryKeys.recurringCalls, lovedOneId ?? 'all'],
    queryFn: ({ signal }) => api.get(z.array(callSchema), '/api/calls/recurring', { query: { lovedOneId }, signal }),
    ...callsRetry,
  })
}
