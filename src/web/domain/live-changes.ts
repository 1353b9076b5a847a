import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChangeTopic } from '#contract/changes.ts'
import { followChanges } from '#web/lib/http/change-stream.ts'
import { POLL_MS } from '#web/lib/http/query-client.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { queryKeys } from './query-keys.ts'

/** Keeps what is on the screen, and what one may do, up to date within a moment, beside the polling that finds everything sooner or later. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = refresher(client)
    const ask = () => void verifySession()
    const stop = followChanges((topics) => {
      // The log says as well that a role was changed, or that somebody was removed.
      if (topics.includes('activity')) ask()
      void refresh(topics)
    })
    window.addEventListener('focus', ask)
    return () => {
      stop()
      window.removeEventListener('focus', ask)
    }
  }, [client])
}

/** Loads again what the topics concern, one load at a time: a burst neither floods the server nor aborts running requests. */
export function refresher(client: QueryClient): (topics: readonly ChangeTopic[]) => Promise<void> {
  const waiting = new Set<ChangeTopic>()
  let loading = false
  return async (topics) => {
    for (const topic of topics) waiting.add(topic)
    if (loading) return
    loading = true
    // Who signs out would be refused what is asked for; where that fails, everything is loaded again.
    while (waiting.size && !client.isMutating({ mutationKey: queryKeys.signOut })) {
      const queryKey = waiting.has('activity') ? [] : queryKeys.calls
      waiting.clear()
      await client.invalidateQueries({ queryKey, predicate: followsChanges })
    }
    loading = false
  }
}

/**
 * What is polled may change while it is read, and what is not shown is loaded when it is. A form
 * and the activity log are not polled: they would change under the hands.
 */
function followsChanges(query: Query): boolean {
  const { observers, queryKey } = query
  if (observers.length === 0 || queryKey[0] === queryKeys.subscription[0]) return true
  return observers.some(({ options: { refetchInterval } }) => {
    const every = typeof refetchInterval === 'function' ? refetchInterval(query) : refetchInterval
    return every === POLL_MS
  })
}
