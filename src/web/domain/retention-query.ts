import { queryOptions } from '@tanstack/react-query'
import { activityRetentionSchema } from '#contract/calls/activity.ts'
import { api } from '#web/lib/http/api-client.ts'
import { queryKeys } from './query-keys.ts'

/** For how long entries of the activity log are kept, and calls. */
export const retentionQuery = queryOptions({
  queryKey: [...queryKeys.activity, 'retention'],
  queryFn: ({ signal }) => api.get(activityRetentionSchema, '/api/activity/retention', { signal }),
  refetchInterval: false,
  staleTime: Number.POSITIVE_INFINITY,
})
