import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { ServiceFilter } from './loved-one-filter.ts'
import { lovedOnePagesQuery } from './loved-ones-api.ts'
import { LovedOnesLoading } from './loved-ones-loading.tsx'

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
