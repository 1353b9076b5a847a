import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Week } from '#contract/calls/week.ts'
import { shortDay } from '#core/away/away-until.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { CallsFailure, loadFailureTitle } from '../calls-failure.tsx'
import { TableLoading } from '../lists/table-loading.tsx'
import './week.css'
import { type WeekEntry, weekQuery } from './week-api.ts'
import { WeekDayCalls } from './week-day-calls.tsx'

const DAY_MS = 86_400_000
const DAYS = [0, 1, 2, 3, 4, 5, 6]

/** The day that is `days` after `date`, `YYYY-MM-DD`. */
const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

interface WeekCallsProps {
  lovedOneId: number | undefined
  onSchedule: () => void
}

/** What will ring in seven days, day by day, with what is skipped of them; single calls can be moved and skipped. */
export function WeekCalls({ lovedOneId, onSchedule }: WeekCallsProps) {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: viewerZone() }).format(new Date())
  const maySchedule = useRight('care')
  const [from, setFrom] = useState(today)
  const query = useInfiniteQuery(weekQuery(from, lovedOneId))
  const week = useLoadState(query)
  const title = `${shortDay(from)} to ${shortDay(dayAfter(from, 6))}`
  return (
    <div className="grid gap-4">
      <div className="weekbar">
        <Button
          variant="outline"
          icon
          aria-label="Week before"
          disabled={from <= today}
          onClick={() => setFrom(dayAfter(from, -7))}
        >
          <ChevronLeft />
        </Button>
        <LiveRegion visible className="num">
          {title}
        </LiveRegion>
        <Button variant="outline" icon aria-label="Week after" onClick={() => setFrom(dayAfter(from, 7))}>
          <ChevronRight />
        </Button>
      </div>
      {content()}
    </div>
  )

  function content() {
    if (week.status === 'loading') return <TableLoading>Loading the week</TableLoading>
    if (week.status === 'failed') {
      return (
        <CallsFailure
          title={loadFailureTitle(week.error)}
          hint="Please try refreshing the page"
          onRetry={() => query.refetch()}
        />
      )
    }
    const pages = week.data.pages
    const entries = entriesOf(pages)
    if (entries.length === 0 && !query.hasNextPage) {
      return (
        <Card>
          <EmptyState
            title="No calls in this week"
            action={
              maySchedule && (
                <Button variant="primary" onClick={onSchedule}>
                  <Plus />
                  Schedule New Call
                </Button>
              )
            }
          >
            {maySchedule ? 'Choose who to ring, when, and how often.' : 'You’ll see calls here once they’re scheduled.'}
          </EmptyState>
        </Card>
      )
    }
    const people = pages.reduce((count, page) => count + page.people.length, 0)
    return (
      <>
        <div className="weekdays">
          {DAYS.map((days) => dayAfter(pages[0]?.from ?? from, days)).map((day) => (
            <WeekDayCalls
              key={day}
              day={day}
              isToday={day === today}
              entries={entries.filter((entry) => entry.day === day)}
              areSeveral={people > 1}
            />
          ))}
        </div>
        <LoadMore count={people} of="loved ones" query={query} />
      </>
    )
  }
}

function entriesOf(pages: readonly Week[]): WeekEntry[] {
  return pages
    .flatMap(({ people }) => people)
    .flatMap(({ name, timezone, calls }) => calls.map((call) => ({ ...call, name, timezone })))
    .sort((a, b) => a.at.localeCompare(b.at))
}
