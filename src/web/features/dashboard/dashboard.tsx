import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { DashboardToday } from '#contract/calls/dashboard.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { HotDays } from '#web/domain/hot-days/hot-days.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { useNow } from '#web/lib/use-now.ts'
import {
  dashboardActivityQuery,
  dashboardStatsQuery,
  dashboardTodayQuery,
  dashboardUpcomingQuery,
} from './dashboard-queries.ts'
import { ProtectionPanel } from './protection/protection-panel.tsx'
import { RecentActivityPanel } from './recent-activity-panel.tsx'
import { StatCards } from './stat-cards.tsx'
import { greetingFor, TodayPanel, TodayPanelLoading } from './today/today-panel.tsx'
import { UpcomingCallsPanel } from './upcoming-calls-panel.tsx'
import { useClearedBadge } from './use-cleared-badge.ts'

/** The day at a glance: today's calls in words, four figures, what comes next and what happened. */
export function Dashboard() {
  useDocumentTitle('Dashboard')
  const now = useNow()
  return (
    <>
      <NoticeOfOldData />
      <Today now={now} />
      <HotDays />
      <StatCards />
      <div className="panels">
        <UpcomingCallsPanel now={now} />
        <RecentActivityPanel now={now} />
      </div>
    </>
  )
}

/** One notice for the whole screen when any part of it shows what could not be refreshed. */
function NoticeOfOldData() {
  const parts = [
    useQuery(dashboardTodayQuery()),
    useQuery(dashboardUpcomingQuery()),
    useQuery(dashboardStatsQuery()),
    useQuery(dashboardActivityQuery()),
  ]
  const isOld = parts.some(({ isError, data }) => isError && data !== undefined)
  return isOld && <StaleNotice />
}

/** Keeps the latest answer on this device for when there is no connection. */
function useRememberedToday({ data, dataUpdatedAt, isError }: UseQueryResult<DashboardToday>) {
  const user = useUser()
  useEffect(() => {
    if (!data || isError) return
    import('./remember-today.ts').then(
      ({ rememberToday }) => rememberToday(user, data, dataUpdatedAt),
      () => {}, // no connection, which is what it is for
    )
  }, [user, data, dataUpdatedAt, isError])
}

function Today({ now }: { now: Date }) {
  const user = useUser()
  const mayChange = useRight('care')
  const userName = user.firstName || user.username
  const query = useQuery(dashboardTodayQuery())
  const today = useLoadState(query)
  useRememberedToday(query)
  useClearedBadge(query.data && !query.isError ? query.dataUpdatedAt : null)

  if (today.status === 'failed') {
    return (
      <header className="page-head">
        <div>
          <h1 tabIndex={-1}>{greetingFor(userName, now)}</h1>
          <p>We can’t see today’s calls right now.</p>
        </div>
      </header>
    )
  }
  if (today.status !== 'ready') return <TodayPanelLoading userName={userName} now={now} />
  return (
    <>
      <TodayPanel userName={userName} today={today.data} now={now} />
      {mayChange && <ProtectionPanel lovedOnes={today.data.lovedOnes} />}
    </>
  )
}
