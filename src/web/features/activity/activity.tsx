import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Fragment, useState } from 'react'
import type { Activity } from '#contract/activity.ts'
import { relativeTime } from '#core/format/relative-time.ts'
import { ActivityIcon } from '#web/domain/activity-icon.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { AppLink } from '#web/lib/app-link.tsx'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { SearchInput } from '#web/ui/field.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Select } from '#web/ui/select.tsx'
import { EmptyState, ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { ACTIVITY_GROUPS, type ActivityGroup, byDay, matchingActivity } from './activity-days.ts'
import { activityLogQuery } from './activity-query.ts'

const GROUP_LABELS: Record<ActivityGroup, string> = {
  all: 'All Types',
  call: 'Calls',
  loved_one: 'Loved Ones',
  contact: 'Contacts',
  subscription: 'Subscription',
}
const GROUP_OPTIONS = ACTIVITY_GROUPS.map((group) => ({ value: group, label: GROUP_LABELS[group] }))

/** Everything that happened on this account, newest first. */
export function ActivityLog() {
  useDocumentTitle('Activity Log')
  const [typed, setTyped] = useState('')
  const [group, setGroup] = useState<ActivityGroup>('all')
  return (
    <>
      <div className="back">
        <AppLink className={`${buttonClass({ variant: 'ghost', size: 'sm' })} back__link`} href="/dashboard">
          <ArrowLeft />
          Back to Dashboard
        </AppLink>
      </div>
      <header className="page-head">
        <h1>Activity Log</h1>
      </header>
      <div className="grid gap-3 md:grid-cols-[1fr_16rem]">
        <SearchInput
          label="Search activity"
          placeholder="Search activity..."
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Select
          label="Filter by type"
          options={GROUP_OPTIONS}
          value={group}
          onChange={(value) => setGroup(ACTIVITY_GROUPS.find((candidate) => candidate === value) ?? 'all')}
        />
      </div>
      <Entries
        group={group}
        typed={typed}
        onClear={() => {
          setTyped('')
          setGroup('all')
        }}
      />
    </>
  )
}

function Entries({ group, typed, onClear }: { group: ActivityGroup; typed: string; onClear: () => void }) {
  const now = useNow()
  const log = useInfiniteQuery(activityLogQuery)
  if (log.isPending) return <EntriesLoading />
  if (log.isError && !log.data) {
    return (
      <section className="card">
        <ErrorState title="Failed to load activity log." onRetry={() => log.refetch()} retrying={log.isFetching} />
      </section>
    )
  }
  const matching = matchingActivity(log.data.pages.flat(), group, typed)
  return (
    <>
      <section className="card" aria-label="Activity">
        {matching.length === 0 ? (
          <NoEntries filtered={group !== 'all' || typed !== ''} onClear={onClear} />
        ) : (
          byDay(matching, now, viewerZone()).map((day) => (
            <Fragment key={day.heading}>
              <h2 className="dayhead num">{day.heading}</h2>
              <ul className="list">
                {day.entries.map((entry) => (
                  <Entry key={entry.id} entry={entry} now={now} />
                ))}
              </ul>
            </Fragment>
          ))
        )}
      </section>
      <LoadMore
        count={matching.length}
        of="entries"
        hasMore={log.hasNextPage}
        onClick={() => log.fetchNextPage()}
        busy={log.isFetchingNextPage}
      />
    </>
  )
}

function Entry({ entry, now }: { entry: Activity; now: Date }) {
  const when = relativeTime(new Date(entry.createdAt), now, viewerZone())
  return (
    <li>
      <ActivityIcon activityType={entry.activityType} />
      <div className="list__main">
        <span className="list__title">{entry.description}</span>
        <span className="list__meta num">{[when, entry.metadata.details].filter(Boolean).join(' · ')}</span>
      </div>
    </li>
  )
}

function NoEntries({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered)
    return <EmptyState title="No recent activity">What happens with your calls will appear here.</EmptyState>
  return <EmptyState title="No matches found" action={<Button onClick={onClear}>Clear Filters</Button>} />
}

function EntriesLoading() {
  return (
    <section className="card">
      <LoadingStatus>Loading activity</LoadingStatus>
      <ul className="list">
        {[1, 2, 3, 4, 5].map((row) => (
          <li key={row}>
            <Skeleton width="2.75rem" height="2.75rem" round />
            <div className="list__main grid gap-2">
              <Skeleton width="min(24rem, 80%)" />
              <Skeleton width="8rem" height="1rem" />
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
