import { useInfiniteQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { useEffect } from 'react'
import { RECURRENCE_LABELS, WEEK_DAY_LABELS } from '#contract/calls/call-labels.ts'
import type { Call } from '#contract/calls/calls.ts'
import { WEEK_DAYS } from '#core/recurrence/recurrence.ts'
import { SuspendedMark } from '#web/domain/account/suspended.tsx'
import { CallWhen } from '#web/domain/calls/call-when.tsx'
import { scheduleInWords } from '#web/domain/calls/schedule-in-words.ts'
import { ServiceTag } from '#web/domain/calls/service-tag.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { editCallPath } from '#web/domain/paths.ts'
import { RefusedReason } from '#web/domain/people/refused.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useGo } from '#web/lib/routing/app-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { CallMenu } from '../call-menu.tsx'
import { comingPagesQuery } from '../calls-api.ts'
import { CallsFailure } from '../calls-failure.tsx'
import { Recipient } from '../details/recipient.tsx'
import { NoCallsFound, SearchedList } from './searched-list.tsx'
import { SkippedTimes } from './skipped-times.tsx'
import { TableLoading } from './table-loading.tsx'

// A column has no room for "Weekdays (Mon-Fri)".
const SHORT_LABELS = { ...RECURRENCE_LABELS, weekdays: 'Mon-Fri', weekends: 'Sat-Sun' }

/** Every recurring schedule, by its next call. */
export function RecurringCalls({ lovedOneId }: { lovedOneId?: number }) {
  return (
    <SearchedList>
      {(search, onLong) => <Recurring lovedOneId={lovedOneId} search={search} onLong={onLong} />}
    </SearchedList>
  )
}

interface RecurringProps {
  lovedOneId: number | undefined
  search: string
  onLong: () => void
}

function Recurring({ lovedOneId, search, onLong }: RecurringProps) {
  const go = useGo()
  const query = useInfiniteQuery(comingPagesQuery('recurring', search, lovedOneId))
  useEffect(() => {
    if (query.hasNextPage) onLong()
  }, [query.hasNextPage, onLong])
  const calls = useLoadState(query)
  if (calls.status === 'loading') return <TableLoading>Loading recurring calls</TableLoading>
  if (calls.status === 'failed') {
    return <CallsFailure title="Failed to load recurring calls. Please try again." onRetry={() => query.refetch()} />
  }
  const listed = calls.data.pages.flat()
  if (listed.length === 0 && search) return <NoCallsFound />
  if (listed.length === 0) {
    return (
      <Card>
        <EmptyState title="No recurring calls scheduled">You’ll see calls that repeat here.</EmptyState>
      </Card>
    )
  }

  const columns: Column<Call>[] = [
    { header: 'Recipient', className: 'c-who', cell: (call) => <Recipient call={call} /> },
    {
      header: 'Next Call',
      className: 'c-when',
      cell: (call) => (
        <span className="grid justify-items-start gap-1">
          <CallWhen ahead instant={call.scheduledTime} zone={call.lovedOne.timezone} />
          <SkippedTimes call={call} />
          <SuspendedMark {...call} />
          <RefusedReason call={call} />
        </span>
      ),
    },
    {
      header: 'Call Type',
      className: 'c-type',
      cell: (call) => <ServiceTag callType={call.callType} asksBy={call.asksBy} />,
    },
    {
      header: 'Recurrence',
      className: 'c-rec',
      cell: (call) => (
        <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
          <Repeat className="size-[1.125rem]" />
          {SHORT_LABELS[call.recurrencePattern]}
        </span>
      ),
    },
    { header: 'Schedule Pattern', className: 'c-pat', cell: (call) => <SchedulePattern call={call} /> },
    {
      header: 'Actions',
      className: 'c-menu',
      cell: (call) =>
        call.status === 'scheduled' ? (
          <CallMenu
            call={call}
            list="recurring"
            onEdit={() => go(editCallPath(call.id, { tab: 'recurring', lovedOneId }))}
          />
        ) : null,
    },
  ]
  return (
    <div className="grid gap-4">
      {calls.stale && <StaleNotice />}
      <DataTable
        caption="Recurring calls"
        className="t-recurring"
        columns={columns}
        rows={listed}
        rowKey={(call) => call.id}
      />
      <LoadMore count={listed.length} of="calls" query={query} />
    </div>
  )
}

/** When the schedule rings, in words; the days of a custom one at a glance as well. */
function SchedulePattern({ call }: { call: Call }) {
  const days = WEEK_DAYS.filter((day) => call.schedulePatterns.some((pattern) => pattern.weekDay === day))
  return (
    <span className="grid gap-1">
      {days.length > 0 && (
        <span className="tags tags--tight" aria-hidden="true">
          {days.map((day) => (
            <span key={day} className="day" title={WEEK_DAY_LABELS[day]}>
              {WEEK_DAY_LABELS[day].slice(0, 3)}
            </span>
          ))}
        </span>
      )}
      <span className="num">{scheduleInWords(call)}</span>
    </span>
  )
}
