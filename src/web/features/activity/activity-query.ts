import { infiniteQueryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { activitySchema } from '#contract/calls/activity.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

const PAGE_SIZE = 100

/** The activity log in pages of 100, newest first. Not polled: entries would move under the reader's eyes. */
export const activityLogQuery = infiniteQueryOptions({
  queryKey: [...queryKeys.activity, 'log'],
  queryFn: ({ pageParam, signal }) =>
    api.get(z.array(activitySchema), '/api/activity', { query: { limit: PAGE_SIZE, before: pageParam }, signal }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
  refetchInterval: false,
})
