import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { FileText, Play } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import { formatDuration } from '#core/format/duration.ts'
import { monthsInWords } from '#core/retention.ts'
import { useRight, WhoMay } from '#web/domain/account/rights.tsx'
import { StatusPills } from '#web/domain/calls/call-concern.tsx'
import { CallWhen, callDateTime } from '#web/domain/calls/call-when.tsx'
import { ServiceTag } from '#web/domain/calls/service-tag.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { callDetailsPath } from '#web/domain/paths.ts'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'
import { RefusedReason } from '#web/domain/people/refused.tsx'
import { retentionQuery } from '#web/domain/retention-query.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { callHistoryQuery, type HistoryFilter } from '../calls-api.ts'
import { CallsFailure } from '../calls-failure.tsx'
import { aboutCall, DownloadRecording, RecordingDialog } from '../details/recording.tsx'
import { TranscriptDialog } from '../details/transcript-dialog.tsx'
import { TableLoading } from './table-loading.tsx'

export const HISTORY_FILTER_OPTIONS: readonly { value: HistoryFilter; label: string }[] = [
  { value: 'all', label: 'All Calls' },
  { value: 'completed', label: 'Completed Calls' },
  { value: 'failed', label: 'Failed/Missed Calls' },
]

interface CallHistoryProps {
  filter: HistoryFilter
  lovedOneId?: number
}

/** The finished calls, newest first. */
export function CallHistory({ filter, lovedOneId }: CallHistoryProps) {
  const mayHear = useRight('hear')
  const [reading, setReading] = useState<Call | null>(null)
  const [listening, setListening] = useState<Call | null>(null)
  const query = useInfiniteQuery(callHistoryQuery(filter, lovedOneId))
  const history = useLoadState(query)
  if (history.status === 'loading') return <TableLoading>Loading call history</TableLoading>
  if (history.status === 'failed') {
    return (
      <CallsFailure
        title="Failed to load call history"
        hint="There was an error loading your call history data."
        onRetry={() => query.refetch()}
      />
    )
  }
  const calls = history.data.pages.flat()
  if (calls.length === 0) {
    return (
      <div className="grid gap-4">
        <Card>
          <EmptyState title={filter === 'all' ? 'No call history yet' : 'No matches found'}>
            {filter === 'all' ? 'You’ll see calls here once we’ve rung.' : 'No call of this kind yet.'}
          </EmptyState>
        </Card>
        <Retention />
      </div>
    )
  }

  const columns: Column<Call>[] = [
    { header: 'Status', className: 'c-status', cell: (call) => <StatusPills call={call} /> },
    {
      header: 'Loved One',
      className: 'c-who',
      cell: (call) => <Person call={call} href={callDetailsPath(call.id, { tab: 'history', lovedOneId })} />,
    },
    {
      header: 'Call Type',
      className: 'c-type',
      cell: (call) => <ServiceTag callType={call.callType} asksBy={call.asksBy} />,
    },
    {
      header: 'Date & Time',
      className: 'c-when',
      cell: (call) => (
        <>
          <CallWhen instant={call.scheduledTime} zone={call.lovedOne.timezone} />
          <RefusedReason call={call} />
        </>
      ),
    },
    {
      header: 'Duration',
      cardLabel: 'Duration',
      className: 'c-dur num',
      cell: (call) => (
        <span className={call.duration === null ? 'is-none' : undefined}>{formatDuration(call.duration)}</span>
      ),
    },
  ]
  const words: Column<Call>[] = [
    {
      header: 'Recording',
      className: 'c-rcd',
      cell: (call) => <Recording call={call} onPlay={() => setListening(call)} />,
    },
    {
      header: 'Transcript',
      className: 'c-trs',
      cell: (call) => <Transcript call={call} onRead={() => setReading(call)} />,
    },
  ]
  return (
    <div className="grid gap-4">
      {history.stale && <StaleNotice />}
      {!mayHear && <WhoMay right="hear" />}
      <DataTable
        caption="Call history"
        className="t-history"
        columns={mayHear ? [...columns, ...words] : columns}
        rows={calls}
        rowKey={(call) => call.id}
      />
      <LoadMore count={calls.length} of="calls" query={query} />
      {!query.hasNextPage && <Retention />}
      {reading && <TranscriptDialog call={reading} onClose={() => setReading(null)} />}
      {listening && <RecordingDialog call={listening} onClose={() => setListening(null)} />}
    </div>
  )
}

/** Where the list ends: why nothing older is there. */
function Retention() {
  const { data } = useQuery(retentionQuery)
  return data && <p className="muted">We keep calls for {monthsInWords(data.callMonths)}, then delete them.</p>
}

function Person({ call, href }: { call: Call; href: string }) {
  const when = callDateTime(call.scheduledTime, call.lovedOne.timezone)
  return (
    <span className="who">
      <LovedOneAvatar id={call.lovedOneId} name={call.lovedOne.name} size="sm" />
      <AppLink className="who__link" href={href}>
        <span className="who__name">{call.lovedOne.name}</span> <span className="who__sub">View Details</span>{' '}
        <VisuallyHidden>of the call on {when}</VisuallyHidden>
      </AppLink>
    </span>
  )
}

function Recording({ call, onPlay }: { call: Call; onPlay: () => void }) {
  if (!call.recording) return <NotAvailable />
  return (
    <span className="recording">
      <Button size="sm" icon aria-label={`Play recording, ${aboutCall(call)}`} onClick={onPlay}>
        <Play />
      </Button>
      <DownloadRecording call={call} recording={call.recording} />
    </span>
  )
}

function Transcript({ call, onRead }: { call: Call; onRead: () => void }) {
  if (!call.transcript) return <NotAvailable />
  return (
    <Button size="sm" aria-label={`View transcript, ${aboutCall(call)}`} onClick={onRead}>
      <FileText />
      <span>
        View<span className="c-more"> transcript</span>
      </span>
    </Button>
  )
}

/** "N/A" in its column; a card leaves out what there is not. */
const NotAvailable = () => <span className="muted is-none">N/A</span>
