import { useQuery } from '@tanstack/react-query'
import { CalendarDays, CircleCheck, CreditCard, UsersRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { DashboardStats } from '#contract/calls/dashboard.ts'
import { usePlanStanding } from '#web/domain/account/plan-standing.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { callsPath, lovedOnesPath } from '#web/domain/paths.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Callout } from '#web/ui/callout.tsx'
import { StatCard } from '#web/ui/card.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { dashboardStatsQuery } from './dashboard-queries.ts'
import { planInShort } from './plan-in-short.ts'

/** The four figures of the dashboard. What could not be loaded shows dashes: a zero would be a claim. */
export function StatCards() {
  const standing = usePlanStanding()
  const mayManage = useRight('manage')
  const now = useNow()
  const stats = useLoadState(useQuery(dashboardStatsQuery()))
  const figure = (of: (stats: DashboardStats) => ReactNode, failed: ReactNode = '–') => {
    if (stats.status === 'ready') return of(stats.data)
    return stats.status === 'failed' ? failed : <Skeleton width="4.5rem" height="1lh" />
  }
  return (
    <>
      {stats.status === 'loading' && <LoadingStatus>Loading the summary</LoadingStatus>}
      {stats.status === 'failed' && (
        <Callout kind="error" title="Error loading dashboard stats">
          Please try refreshing the page
        </Callout>
      )}
      <section className="stats" aria-label="Summary" aria-busy={stats.status === 'loading'}>
        <StatCard
          label="Active Loved Ones"
          icon={UsersRound}
          value={figure(({ lovedOnesCount }) => lovedOnesCount)}
          link={
            <TextLink href={lovedOnesPath()} about="loved ones">
              View all
            </TextLink>
          }
        />
        <StatCard
          label="Scheduled Calls"
          icon={CalendarDays}
          value={figure(({ scheduledCallsCount }) => scheduledCallsCount)}
          link={
            <TextLink href={callsPath()} about="scheduled calls">
              View all
            </TextLink>
          }
        />
        <StatCard
          label="Completed Calls"
          icon={CircleCheck}
          value={figure(({ completedCallsCount }) => completedCallsCount)}
          link={<TextLink href={callsPath({ tab: 'history' })}>View history</TextLink>}
        />
        <StatCard
          label="Subscription"
          icon={CreditCard}
          text
          value={figure(({ subscription }) => subscription.plan ?? 'No Plan', 'Error Loading')}
          note={standing ? planInShort(standing, now) : '\u00a0'}
          link={
            <TextLink href="/subscription" about="subscription">
              {mayManage ? 'Manage' : 'View'}
            </TextLink>
          }
        />
      </section>
    </>
  )
}
