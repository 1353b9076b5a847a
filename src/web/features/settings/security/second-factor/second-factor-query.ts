import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { secondFactorSchema } from '#contract/accounts/sign-in/second-factor.ts'
import { api } from '#web/lib/http/api-client.ts'

const KEY = ['second-factor']

/** Whether signing in asks for a code. */
export const secondFactorQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.get(secondFactorSchema, '/api/second-factor', { signal }),
  staleTime: 0,
})

/** Loads it again, after it was switched on or off. */
export function useSecondFactorRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}
