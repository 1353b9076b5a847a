import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { activitySchema } from '#contract/calls/activity.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** What happened lately, newest first. */
export function recentActivityQuery(limit: number) {
  return queryOptions({
    queryKey: [...queryKeys.activity, 'recent', limit],
    queryFn: ({ signal }) => api.get(z.array(activitySchema), '/api/activity', { query: { limit }, signal }),
    retry: 2,
  })
}
