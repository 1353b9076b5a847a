import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { sessionSchema } from '#contract/accounts/sign-in/security.ts'
import { api } from '#web/lib/http/api-client.ts'
import { FRESH_MS } from '#web/lib/http/query-client.ts'

const KEY = ['sessions']

/** Where the account is signed in. */
export const sessionsQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.get(z.array(sessionSchema), '/api/sessions', { signal }),
  refetchInterval: FRESH_MS,
  // A user who opens the list wants the present state.
  staleTime: 0,
})

/** Loads the list again, after something in it has ended. */
export function useSessionsRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}
