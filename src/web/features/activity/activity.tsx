import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { Activity } from '#contract/calls/activity.ts'
import { formatDate } from '#core/format/dates.ts'
import { relativeTime } from '#core/format/relative-time.ts'
import { monthsInWords } from '#core/retention.ts'
import { ActivityIcon } from '#web/domain/activity/activity-icon.tsx'
import { actorBeside } from '#web/domain/activity/actor-beside.ts'
import { BackLink } from '#web/domain/back-link.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { retentionQuery } from '#web/domain/retention-query.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { SearchInput } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { EmptyState, ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { ACTIVITY_GROUPS, type ActivityGroup, byDay, matchingActivity } from './activity-days.ts'
import { activityLogQuery } from './activity-query.ts'

const GROUP_LABELS: Record<ActivityGroup, string> = {
  all: 'All Types',
  call: 'Calls',
  loved_one: 'Loved Ones',
  contact: 'Contacts',
  member: 'Family',
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
      <BackLink href="/dashboard">Back to Dashboard</BackLink>
      <header className="page-head">
        <h1>Activity Log</h1>
      </header>
      <Retention />
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

/** Its space is reserved while the answer is loading. */
function Retention() {
  const { data } = useQuery(retentionQuery)
  return (
    <p className="muted">{data ? `We keep entries for ${monthsInWords(data.months)}, then delete them.` : '\u00a0'}</p>
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
  const entries = log.data.pages.flat()
  const matching = matchingActivity(entries, group, typed)
  const isNarrowed = group !== 'all' || typed.trim() !== ''
  return (
    <>
      {log.isRefetchError && <StaleNotice />}
      {/* Kept from the start, so that what it comes to say is read out. */}
      <LiveRegion visible className="muted num empty:hidden">
        {isNarrowed && searchedInWords(matching.length, entries, log.hasNextPage)}
      </LiveRegion>
      <section className="card" aria-label="Activity">
        {matching.length === 0 ? (
          <NoEntries isNarrowed={isNarrowed} onClear={onClear} older={log.hasNextPage ? log : undefined} />
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
      {log.isFetchNextPageError && <Callout kind="error">Failed to load activity log.</Callout>}
      {/* Without a match the way to older entries stands where the entries would be. */}
      {(matching.length > 0 || !log.hasNextPage) && <LoadMore count={matching.length} of="entries" query={log} />}
    </>
  )
}

function Entry({ entry, now }: { entry: Activity; now: Date }) {
  const { id: readerId } = useUser()
  const when = relativeTime(new Date(entry.createdAt), now, viewerZone())
  return (
    <li>
      <ActivityIcon activityType={entry.activityType} />
      <div className="list__main">
        <span className="list__title">{keptTogether(entry.description)}</span>
        <span className="list__meta num">
          {[when, actorBeside(entry, readerId), entry.metadata.details].filter(Boolean).join(' · ')}
        </span>
      </div>
    </li>
  )
}

/** A search goes through what is loaded. It says how far back that is, because what is older may match as well. */
function searchedInWords(found: number, entries: readonly Activity[], hasOlder: boolean): string {
  const matches = found === 1 ? '1 entry matches' : `${found || 'No'} entries match`
  const oldest = entries.at(-1)
  if (!hasOlder || !oldest) return `${matches}.`
  const day = formatDate(new Date(oldest.createdAt), viewerZone())
  return `${matches} in the latest ${entries.length}, back to ${day}. We haven’t searched older entries.`
}

interface NoEntriesProps {
  isNarrowed: boolean
  onClear: () => void
  /** How to search what is older than what is loaded; undefined when all is. */
  older: { fetchNextPage: () => unknown; isFetchingNextPage: boolean } | undefined
}

function NoEntries({ isNarrowed, onClear, older }: NoEntriesProps) {
  if (!isNarrowed)
    return <EmptyState title="No recent activity">You’ll see what happens with your calls here.</EmptyState>
  return (
    <EmptyState
      title={older ? 'No matches found so far' : 'No matches found'}
      action={
        <div className="form-actions justify-center">
          {older && (
            <Button
              variant="primary"
              onClick={() => older.fetchNextPage()}
              busy={older.isFetchingNextPage}
              busyLabel="Searching…"
            >
              Search older entries
            </Button>
          )}
          <Button onClick={onClear}>Clear Filters</Button>
        </div>
      }
    />
  )
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
