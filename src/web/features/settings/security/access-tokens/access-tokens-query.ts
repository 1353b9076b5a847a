import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { accessTokenSchema } from '#contract/accounts/access-tokens.ts'
import { api } from '#web/lib/http/api-client.ts'

const KEY = ['access-tokens']

/** One's own access tokens in this circle. */
export const accessTokensQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.get(z.array(accessTokenSchema), '/api/access-tokens', { signal }),
  // Who opens the list wants the present state.
  staleTime: 0,
})

/** Loads the list again, after something in it has changed. */
export function useAccessTokensRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}
