import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { passkeysSchema } from '#contract/accounts/sign-in/passkeys.ts'
import { api } from '#web/lib/http/api-client.ts'

const KEY = ['passkeys']

/** One's own passkeys, and where they work. */
export const passkeysQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => api.get(passkeysSchema, '/api/passkeys', { signal }),
  // Who opens the list wants the present state.
  staleTime: 0,
})

/** Loads the list again, after something in it has changed. */
export function usePasskeysRefresh(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: KEY })
}
