import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { lovedOneSchema } from '#contract/people/loved-ones.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** Everybody the account holder cares for. */
export function lovedOnesQuery() {
  return queryOptions({
    queryKey: queryKeys.lovedOnes,
    queryFn: ({ signal }) => api.get(z.array(lovedOneSchema), '/api/loved-ones', { signal }),
    retry: 2,
  })
}
