import { queryOptions } from '@tanstack/react-query'
import { ownNumberSchema } from '#contract/own-number.ts'
import { api } from '#web/lib/api-client.ts'
import { queryKeys } from './query-keys.ts'

/** The number that Cooee rings from. It changes only when the operator takes another one. */
export function ownNumberQuery() {
  return queryOptions({
    queryKey: queryKeys.ownNumber,
    queryFn: ({ signal }) => api.get(ownNumberSchema, '/api/phone', { signal }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
    retry: 2,
  })
}
