import { useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/calls/calls.ts'
import { relativeTime } from '#core/format/relative-time.ts'
import { useSuspensionCause } from '#web/domain/account/plan-standing.ts'
import { ComingStatus } from '#web/domain/account/suspended.tsx'
import { callDateTime } from '#web/domain/calls/call-when.tsx'
import { NextTryOf } from '#web/domain/calls/next-try.tsx'
import { ServiceTag } from '#web/domain/calls/service-tag.tsx'
import { callsPath } from '#web/domain/paths.ts'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'
import { TextLink } from '#web/domain/text-link.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Panel } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { dashboardUpcomingQuery } from './dashboard-queries.ts'
import { PanelLoading } from './panel-loading.tsx'

/** The next calls to go out. */
export function UpcomingCallsPanel({ now }: { now: Date }) {
  return (
    <Panel title="Upcoming Calls" footer={<TextLink href={callsPath()}>View all scheduled calls</TextLink>}>
      <NextCalls now={now} />
    </Panel>
  )
}

function NextCalls({ now }: { now: Date }) {
  const calls = useLoadState(useQuery(dashboardUpcomingQuery()))
  if (calls.status === 'loading') return <PanelLoading>Loading upcoming calls</PanelLoading>
  if (calls.status === 'failed') {
    return (
      <div className="px-5 pt-3 pb-5 md:px-6">
        <Callout kind="error" title="Error loading upcoming calls">
          Please try refreshing the page
        </Callout>
      </div>
    )
  }
  if (calls.data.length === 0) return <EmptyState small title="No upcoming calls scheduled" />
  return (
    <ul className="list">
      {calls.data.slice(0, 4).map((call) => (
        <UpcomingCallItem key={call.id} call={call} now={now} />
      ))}
    </ul>
  )
}

function UpcomingCallItem({ call, now }: { call: Call; now: Date }) {
  const { name, timezone } = call.lovedOne
  const isHeld = useSuspensionCause() !== null
  return (
    <li>
      <LovedOneAvatar id={call.lovedOneId} name={name} size="sm" />
      <div className="list__main">
        <span className="list__title">{name}</span>
        <span className="list__meta num">{callDateTime(call.scheduledTime, timezone)}</span>
        <NextTryOf call={call} />
      </div>
      <div className="list__end">
        <ServiceTag callType={call.callType} asksBy={call.asksBy} />
        {call.status === 'in_progress' || isHeld || call.isRefused || call.away ? (
          <ComingStatus call={call} />
        ) : (
          <span className="small muted num">{relativeTime(new Date(call.scheduledTime), now, timezone)}</span>
        )}
      </div>
    </li>
  )
}
