import { useQuery } from '@tanstack/react-query'
import { ActivityIcon } from '#web/domain/activity/activity-icon.tsx'
import { actorBeside } from '#web/domain/activity/actor-beside.ts'
import { howLongAgo } from '#web/domain/how-long-ago.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { TextLink } from '#web/domain/text-link.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Panel } from '#web/ui/card.tsx'
import { KookaburraWire } from '#web/ui/illustrations/kookaburra-wire.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { dashboardActivityQuery } from './dashboard-queries.ts'
import { PanelLoading } from './panel-loading.tsx'

/** What happened lately. */
export function RecentActivityPanel({ now }: { now: Date }) {
  return (
    <Panel title="Recent Activity" footer={<TextLink href="/activity">View all activity</TextLink>}>
      <LatestActivity now={now} />
    </Panel>
  )
}

function LatestActivity({ now }: { now: Date }) {
  const { id: readerId } = useUser()
  const activity = useLoadState(useQuery(dashboardActivityQuery()))
  if (activity.status === 'loading') return <PanelLoading>Loading recent activity</PanelLoading>
  if (activity.status === 'failed') {
    return (
      <div className="px-5 pt-3 pb-5 md:px-6">
        <Callout kind="error" title="Error loading activity log" />
      </div>
    )
  }
  if (activity.data.length === 0) {
    return <EmptyState small title="No recent activity" illustration={<KookaburraWire className="illus" />} />
  }
  return (
    <ul className="list">
      {activity.data.map((entry) => (
        <li key={entry.id}>
          <ActivityIcon activityType={entry.activityType} />
          <div className="list__main">
            <span className="list__title">{keptTogether(entry.description)}</span>
            <span className="list__meta num">
              {[
                howLongAgo(new Date(entry.createdAt), now, viewerZone()),
                actorBeside(entry, readerId),
                entry.metadata.details,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </div>
        </li>
      ))}
    </ul>
  )
}
