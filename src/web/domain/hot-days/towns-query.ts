import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { townChoiceSchema } from '#contract/calls/hot-days.ts'
import { api } from '#web/lib/http/api-client.ts'

/** The towns that can be chosen; fetched where one is. They change with the release alone. */
export function townsQuery() {
  return queryOptions({
    queryKey: ['towns'],
    queryFn: ({ signal }) => api.get(z.array(townChoiceSchema), '/api/hot-days/towns', { signal }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}
