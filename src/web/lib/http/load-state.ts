import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'

/** What a screen may show of a query. `stale`: a later refresh failed, and the last good data is what there is. */
export type LoadState<Data> =
  | { status: 'loading' }
  | { status: 'failed'; error: Error }
  | { status: 'ready'; data: Data; stale: boolean }

/** A query as loading, failed or ready. It stays failed until data arrives, though each poll makes it pending: no flicker. */
export function useLoadState<Data>(query: UseQueryResult<Data>): LoadState<Data> {
  const lastError = useRef<Error>(null)
  if (query.error) lastError.current = query.error
  if (query.data !== undefined) return { status: 'ready', data: query.data, stale: query.isError }
  if (query.errorUpdateCount > 0 && lastError.current) return { status: 'failed', error: lastError.current }
  return { status: 'loading' }
}
