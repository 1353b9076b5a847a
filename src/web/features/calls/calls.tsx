import { CalendarClock, Clock, History, Plus, Repeat } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'wouter'
import { ForRight, useRight } from '#web/domain/account/rights.tsx'
import { CALL_TABS, type CallTab, callInAddress, callsPath } from '#web/domain/paths.ts'
import { callsSearch } from '#web/domain/search-parameters.ts'
import { useGo } from '#web/lib/routing/app-link.tsx'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { useSearch } from '#web/lib/routing/search.ts'
import { ensureTemporal } from '#web/lib/temporal.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { TabPanel, Tabs } from '#web/ui/list/tabs.tsx'
import { DialogMissing } from '#web/ui/overlay/dialog-loading.tsx'
import type { HistoryFilter } from './calls-api.ts'
import { CallsFailure } from './calls-failure.tsx'
import { CallDetails } from './details/call-details.tsx'
import { CallHistory, HISTORY_FILTER_OPTIONS } from './lists/call-history.tsx'
import { LovedOneFilterBar, LovedOneNotFound, useFilteredLovedOne } from './lists/loved-one-filter-bar.tsx'
import { RecurringCalls } from './lists/recurring-calls.tsx'
import { UpcomingCalls } from './lists/upcoming-calls.tsx'

// Both compute with wall clocks and zones, for which some browsers have to load Temporal first.
const ScheduleCall = lazyPart(
  async () => {
    await ensureTemporal()
    return (await import('./schedule/schedule-call.tsx')).ScheduleCall
  },
  (failure, { onClose }) => <DialogMissing title="Schedule New Call" failure={failure} onClose={onClose} />,
)
const EditCall = lazyPart(
  async () => {
    await ensureTemporal()
    return (await import('./schedule/edit-call.tsx')).EditCall
  },
  (failure, { onClose }) => <DialogMissing title="Edit Call" failure={failure} onClose={onClose} />,
)

// Recorded once, if at all.
const VoicePage = lazyPart(
  async () => (await import('./voice/voice-page.tsx')).VoicePage,
  (failure) => <CallsFailure title="Failed to load the recordings" {...failure} />,
)

// Few have so many loved ones.
const BeyondListFilterBar = lazyPart(
  async () => (await import('./lists/beyond-list-filter-bar.tsx')).BeyondListFilterBar,
  () => null,
)
// The lists are read far more often. Without words while it comes, which weigh more than their moment is worth.
const WeekCalls = lazyPart(
  async () => (await import('./week/week-calls.tsx')).WeekCalls,
  (failure) => <CallsFailure title="Failed to load calls" {...failure} />,
)

const TAB_STYLES = {
  upcoming: { label: 'Upcoming', icon: CalendarClock },
  week: { label: 'Week', icon: Clock },
  recurring: { label: 'Recurring', icon: Repeat },
  history: { label: 'History', icon: History },
} as const
const TABS = CALL_TABS.map((value) => ({ value, ...TAB_STYLES[value] }))

/** All calls: what comes, what repeats, what was. */
export function Calls() {
  const address = callInAddress(useParams())
  const { tab = 'upcoming', lovedOneId, schedule } = useSearch(callsSearch)
  const go = useGo()
  const mayChange = useRight('care')
  if (address?.verb === 'details') {
    return <CallDetails callId={address.callId} backTo={callsPath({ tab, lovedOneId })} />
  }
  if (address?.verb === 'voice') return <VoicePage callId={address.callId} />
  return (
    <>
      <CallLists
        tab={tab}
        lovedOneId={lovedOneId}
        onSchedule={() => go(callsPath({ tab, lovedOneId, schedule: true }))}
      />
      {mayChange && address?.verb === 'edit' && (
        <EditCall
          key={address.callId}
          callId={address.callId}
          onClose={() => go(callsPath({ tab, lovedOneId }), { replace: true })}
        />
      )}
      {mayChange && schedule && (
        <ScheduleCall lovedOneId={lovedOneId} onClose={() => go(callsPath({ tab, lovedOneId }), { replace: true })} />
      )}
    </>
  )
}

interface CallListsProps {
  tab: CallTab
  lovedOneId: number | undefined
  onSchedule: () => void
}

function CallLists({ tab, lovedOneId, onSchedule }: CallListsProps) {
  useDocumentTitle('Calls Management')
  const go = useGo()
  const [filter, setFilter] = useState<HistoryFilter>('all')
  const filtered = useFilteredLovedOne(lovedOneId)
  const showAll = () => go(callsPath({ tab }))
  return (
    <>
      <header className="page-head">
        <div>
          <h1>Calls Management</h1>
        </div>
        <div className="page-head__actions">
          <ForRight right="care">
            <Button variant="primary" onClick={onSchedule}>
              <Plus />
              Schedule New Call
            </Button>
          </ForRight>
        </div>
      </header>
      {filtered.isUnknown ? <LovedOneNotFound onClear={showAll} /> : lists()}
    </>
  )

  function lists() {
    return (
      <>
        {lovedOneId !== undefined &&
          (filtered.isBeyond ? (
            <BeyondListFilterBar lovedOneId={lovedOneId} onClear={showAll} />
          ) : (
            <LovedOneFilterBar lovedOneId={lovedOneId} name={filtered.name} onClear={showAll} />
          ))}
        <Tabs
          value={tab}
          onChange={(next) => go(callsPath({ tab: next, lovedOneId }))}
          label="Calls"
          tabs={TABS}
          layout={(tabList) =>
            tab === 'history' ? (
              <div className="filterbar">
                <div className="filterbar__tabs">{tabList}</div>
                <Select
                  label="Filter history"
                  options={HISTORY_FILTER_OPTIONS}
                  value={filter}
                  onChange={(value) =>
                    setFilter(HISTORY_FILTER_OPTIONS.find((option) => option.value === value)?.value ?? 'all')
                  }
                />
              </div>
            ) : (
              tabList
            )
          }
        >
          <TabPanel value="upcoming">
            <UpcomingCalls lovedOneId={lovedOneId} onSchedule={onSchedule} />
          </TabPanel>
          <TabPanel value="week">
            <WeekCalls lovedOneId={lovedOneId} onSchedule={onSchedule} />
          </TabPanel>
          <TabPanel value="recurring">
            <RecurringCalls lovedOneId={lovedOneId} />
          </TabPanel>
          <TabPanel value="history">
            <CallHistory filter={filter} lovedOneId={lovedOneId} />
          </TabPanel>
        </Tabs>
      </>
    )
  }
}
