import { useQuery } from '@tanstack/react-query'
import { CircleDollarSign, Heart, Phone, UsersRound } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { AdminStats } from '#contract/admin/admin.ts'
import { formatDollars } from '#core/format/currency.ts'
import { ApiError } from '#web/lib/http/api-client.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { StatCard } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { adminStatsQuery } from './admin-queries.ts'

const WHOLE = new Intl.NumberFormat('en-US')

/** The four figures of the service. */
export function AdminStatCards() {
  const query = useQuery(adminStatsQuery())
  const stats = useLoadState(query)
  const isRefused = query.error instanceof ApiError && query.error.status === 403
  useEffect(() => {
    // No longer an admin, says the server: the guard hears it and sends them home.
    if (isRefused) void verifySession()
  }, [isRefused])
  if (stats.status === 'failed') {
    return (
      <section className="card" aria-label="Statistics">
        <LoadFailure query={query} headingLevel="h2" title="Failed to load admin statistics. Please try again." />
      </section>
    )
  }
  const figure = (of: (stats: AdminStats) => ReactNode) =>
    stats.status === 'ready' ? of(stats.data) : <Skeleton width="4.5rem" height="1lh" />
  return (
    <section className="stats" aria-label="Statistics" aria-busy={stats.status === 'loading'}>
      {stats.status === 'loading' && <LoadingStatus>Loading statistics</LoadingStatus>}
      <StatCard
        label="Users"
        icon={UsersRound}
        value={figure(({ usersCount }) => WHOLE.format(usersCount))}
        note="Total"
      />
      <StatCard
        label="Loved Ones"
        icon={Heart}
        value={figure(({ lovedOnesCount }) => WHOLE.format(lovedOnesCount))}
        note="Total"
      />
      <StatCard
        label="Calls"
        icon={Phone}
        value={figure(({ completedCallsCount }) => WHOLE.format(completedCallsCount))}
        note="Completed"
      />
      <StatCard
        label="Revenue"
        icon={CircleDollarSign}
        text
        value={figure(({ monthlyRevenue }) => formatDollars(monthlyRevenue))}
        note="Monthly"
      />
    </section>
  )
}
