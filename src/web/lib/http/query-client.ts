import { QueryClient } from '@tanstack/react-query'

export const POLL_MS = 5_000
export const FRESH_MS = 60_000

/** The defaults of every query: asked again every 5 s and on window focus, fresh for 60 s, not retried. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        refetchInterval: POLL_MS,
        refetchOnWindowFocus: true,
        staleTime: FRESH_MS,
        retry: false,
        // Ask even when the browser believes it is offline: a failed request is shown, a paused one would seem to be loading.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
