import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * What a screen may show of a query. `ready` with `stale` means that a later refresh failed and the last good data is
 * what there is.
 */
export type LoadState<Data> =
  | { status: 'loading' }
  | { status: 'failed'; error: Error }
  | { status: 'ready'; data: Data; stale: boolean }

/**
 * A query as loading, failed or ready. Polling resets a query that never succeeded to "pending" with every try; here
 * it stays failed until data arrives, so that a failure does not flicker.
 */
export function useLoadState<Data>(query: UseQueryResult<Data>): LoadState<Data> {
  const lastError = useRef<Error>(null)
  if (query.error) lastError.current = query.error
  if (query.data !== undefined) return { status: 'ready', data: query.data, stale: query.isError }
  if (query.errorUpdateCount > 0 && lastError.current) return { status: 'failed', error: lastError.current }
  return { status: 'loading' }
}
