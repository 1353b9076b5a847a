import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { ComingStatus } from '#web/domain/account/suspended.tsx'
import { CallWhen } from '#web/domain/calls/call-when.tsx'
import { MovedFrom } from '#web/domain/calls/moved-from.tsx'
import { NextTryOf } from '#web/domain/calls/next-try.tsx'
import { ReachedThem } from '#web/domain/calls/reached-them.tsx'
import { howOften } from '#web/domain/calls/schedule-in-words.ts'
import { ServiceTag } from '#web/domain/calls/service-tag.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { callDetailsPath, editCallPath } from '#web/domain/paths.ts'
import { RefusedReason } from '#web/domain/people/refused.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { AppLink, useGo } from '#web/lib/routing/app-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { CallMenu } from '../call-menu.tsx'
import { comingPagesQuery } from '../calls-api.ts'
import { CallsFailure, loadFailureTitle } from '../calls-failure.tsx'
import { CancelUnderWay } from '../cancel-under-way.tsx'
import { NoFurtherTry } from '../details/call-cancelled.tsx'
import { Recipient } from '../details/recipient.tsx'
import { NoCallsFound, SearchedList } from './searched-list.tsx'
import { SkippedTimes } from './skipped-times.tsx'
import { TableLoading } from './table-loading.tsx'

interface UpcomingCallsProps {
  lovedOneId?: number
  onSchedule: () => void
}

/** What is scheduled or under way, soonest first. */
export function UpcomingCalls(props: UpcomingCallsProps) {
  return <SearchedList>{(search, onLong) => <Upcoming {...props} search={search} onLong={onLong} />}</SearchedList>
}

interface UpcomingProps extends UpcomingCallsProps {
  search: string
  onLong: () => void
}

function Upcoming({ lovedOneId, onSchedule, search, onLong }: UpcomingProps) {
  const go = useGo()
  const mayChange = useRight('care')
  const query = useInfiniteQuery(comingPagesQuery('upcoming', search, lovedOneId))
  useEffect(() => {
    if (query.hasNextPage) onLong()
  }, [query.hasNextPage, onLong])
  const upcoming = useLoadState(query)
  if (upcoming.status === 'loading') return <TableLoading>Loading upcoming calls</TableLoading>
  if (upcoming.status === 'failed') {
    return (
      <CallsFailure
        title={loadFailureTitle(upcoming.error)}
        hint="Please try refreshing the page"
        onRetry={() => query.refetch()}
      />
    )
  }
  const calls = upcoming.data.pages.flat()
  if (calls.length === 0 && search) return <NoCallsFound />
  if (calls.length === 0) {
    return (
      <Card>
        <EmptyState
          title="No upcoming calls scheduled"
          action={
            mayChange && (
              <Button variant="primary" onClick={onSchedule}>
                <Plus />
                Schedule New Call
              </Button>
            )
          }
        >
          {mayChange
            ? 'Choose who to ring, when, and how often. You can change or cancel it any time before we ring.'
            : 'You’ll see calls here once they’re scheduled.'}
        </EmptyState>
      </Card>
    )
  }

  const address = { tab: 'upcoming', lovedOneId } as const
  const columns: Column<Call>[] = [
    { header: 'Recipient', className: 'c-who', cell: (call) => <Recipient call={call} /> },
    {
      header: 'Date & Time',
      className: 'c-when',
      cell: (call) => (
        <>
          <CallWhen
            instant={call.scheduledTime}
            zone={call.lovedOne.timezone}
            ahead={call.status === 'scheduled'}
            often={howOften(call)}
          />
          <MovedFrom time={call.movedFrom} zone={call.lovedOne.timezone} />
          <NextTryOf call={call} />
          <NoFurtherTry call={call} />
          <SkippedTimes call={call} />
          <RefusedReason call={call} />
        </>
      ),
    },
    {
      header: 'Call Type',
      className: 'c-type',
      cell: (call) => <ServiceTag callType={call.callType} asksBy={call.asksBy} />,
    },
    {
      header: 'Status',
      className: 'c-status',
      cell: (call) => <ComingStatus call={call} />,
    },
    {
      header: 'Actions',
      className: 'c-menu',
      cell: (call) =>
        call.status === 'scheduled' ? (
          <CallMenu call={call} list="upcoming" onEdit={() => go(editCallPath(call.id, address))} />
        ) : (
          <span className="row-actions">
            <AppLink className={buttonClass({ size: 'sm' })} href={callDetailsPath(call.id, address)}>
              <span>
                View Details <VisuallyHidden>of the call to {call.lovedOne.name}</VisuallyHidden>
              </span>
            </AppLink>
            <ReachedThem call={call} size="sm" />
            <CancelUnderWay call={call} size="sm" />
          </span>
        ),
    },
  ]
  return (
    <div className="grid gap-4">
      {upcoming.stale && <StaleNotice />}
      <DataTable
        caption="Upcoming calls"
        className="t-upcoming"
        columns={columns}
        rows={calls}
        rowKey={(call) => call.id}
        rowClass={(call) => (call.status === 'scheduled' ? undefined : 'is-view')}
      />
      <LoadMore count={calls.length} of="calls" query={query} />
    </div>
  )
}
