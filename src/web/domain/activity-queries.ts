import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { activitySchema } from '#contract/activity.ts'
import { api } from '#web/lib/api-client.ts'
import { queryKeys } from './query-keys.ts'

/** What happened lately, newest first. */
export function recentActivityQuery(limit: number) {
  return queryOptions({
    queryKey: [...queryKeys.activity, 'recent', limit],
    queryFn: ({ signal }) => api.get(z.array(activitySchema), '/api/activity', { query: { limit }, signal }),
    retry: 2,
  })
}
