import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { type LovedOne, lovedOneSchema } from '#contract/people/loved-ones.ts'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { ServiceFilter } from './loved-one-filter.ts'
import { LovedOnesLoading } from './loved-ones-loading.tsx'

const PAGE_SIZE = 50

/** Loved ones in the order they were added, page by page, searched on the server. */
function lovedOnePagesQuery(search: string, service: ServiceFilter) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.lovedOnes, 'pages', search, service],
    queryFn: ({ pageParam: after, signal }) =>
      api.get(z.array(lovedOneSchema), '/api/loved-ones', {
        query: {
          after,
          limit: PAGE_SIZE,
          search: search || undefined,
          service: service === 'all' ? undefined : service,
        },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    placeholderData: keepPreviousData,
    retry: 2,
  })
}

interface ManyLovedOnesProps {
  search: string
  service: ServiceFilter
  /** How people are drawn. */
  people: (found: readonly LovedOne[]) => ReactNode
  /** What stands there when nobody is found. */
  nobody: ReactNode
}

/** The loved ones of an organisation: more than one answer holds, so the server searches, a page at a time. */
export function ManyLovedOnes({ search, service, people, nobody }: ManyLovedOnesProps) {
  const query = useInfiniteQuery(lovedOnePagesQuery(useSettled(search), service))
  const pages = useLoadState(query)
  if (pages.status === 'loading') return <LovedOnesLoading />
  if (pages.status === 'failed') {
    return (
      <Card>
        <ErrorState
          title="Failed to load loved ones"
          hint={pages.error.message || 'There was a problem connecting to the server'}
          retryLabel="Refresh"
          onRetry={() => query.refetch()}
        />
      </Card>
    )
  }
  const found = pages.data.pages.flat()
  const first = query.hasNextPage ? 'the first ' : ''
  return (
    <>
      {pages.stale && <StaleNotice />}
      <LiveRegion visible className="muted num">
        {`Showing ${first}${found.length} ${found.length === 1 ? 'loved one' : 'loved ones'}`}
      </LiveRegion>
      {found.length > 0 ? people(found) : nobody}
      <LoadMore count={found.length} of="loved ones" query={query} />
    </>
  )
}
