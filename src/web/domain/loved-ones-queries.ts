import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { lovedOneSchema } from '#contract/loved-ones.ts'
import { api } from '#web/lib/api-client.ts'
import { queryKeys } from './query-keys.ts'

/** Everybody the account holder cares for. */
export function lovedOnesQuery() {
  return queryOptions({
    queryKey: queryKeys.lovedOnes,
    queryFn: ({ signal }) => api.get(z.array(lovedOneSchema), '/api/loved-ones', { signal }),
    retry: 2,
  })
}
