import { CalendarClock, FastForward, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { shortDay } from '#core/away/away-until.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { SuspendedMark } from '#web/domain/account/suspended.tsx'
import { callDateTime, callTime } from '#web/domain/calls/call-when.tsx'
import { MovedFrom } from '#web/domain/calls/moved-from.tsx'
import { ServiceTag } from '#web/domain/calls/service-tag.tsx'
import { yourTime } from '#web/domain/local-time.tsx'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { ensureTemporal } from '#web/lib/temporal.ts'
import { useNow } from '#web/lib/use-now.ts'
import { DialogMissing } from '#web/ui/overlay/dialog-loading.tsx'
import { RowMenu, type RowMenuItem } from '#web/ui/overlay/row-menu.tsx'
import { useRestoreOccurrence, useSkipOccurrence, type WeekEntry } from './week-api.ts'

// It computes with wall clocks and zones, for which some browsers have to load Temporal first.
const MoveCall = lazyPart(
  async () => {
    await ensureTemporal()
    return (await import('./move-call.tsx')).MoveCall
  },
  (failure, { onClose }) => <DialogMissing title="Move this call" failure={failure} onClose={onClose} />,
)

interface WeekDayCallsProps {
  /** `YYYY-MM-DD` */
  day: string
  isToday: boolean
  entries: readonly WeekEntry[]
  /** Names are said where calls of several people stand beside each other. */
  areSeveral: boolean
}

/** One day of the week with its calls. */
export function WeekDayCalls({ day, isToday, entries, areSeveral }: WeekDayCallsProps) {
  return (
    <section className="weekday card" aria-labelledby={`week-${day}`} data-today={isToday}>
      <h2 id={`week-${day}`} className="num">
        {shortDay(day)}
        {isToday && <small> Today</small>}
      </h2>
      {entries.length === 0 ? (
        <p className="muted">No calls</p>
      ) : (
        <ul>
          {entries.map((entry) => (
            <Entry key={`${entry.callId} ${entry.at} ${entry.state}`} entry={entry} isNamed={areSeveral} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Entry({ entry, isNamed }: { entry: WeekEntry; isNamed: boolean }) {
  const { at, timezone, name, state, callType, asksBy } = entry
  const wasMoved = entry.occurrence !== null && entry.occurrence !== at
  const yours = yourTime(at, timezone)
  return (
    <li className="weekcall" data-state={state}>
      <div className="weekcall__main">
        <b className="num">{callTime(at, timezone)}</b>
        {yours && <small className="block num">{yours}</small>}
        {isNamed && <span className="weekcall__name">{name}</span>}
        <ServiceTag callType={callType} asksBy={asksBy} />
        {state === 'skipped' ? (
          <span className="pill" data-status="cancelled">
            <FastForward />
            Skipped
          </span>
        ) : (
          <SuspendedMark isRefused={state === 'refused'} away={state === 'away'} asksBy={asksBy} />
        )}
        <MovedFrom time={wasMoved ? entry.occurrence : null} zone={timezone} />
      </div>
      <EntryMenu entry={entry} wasMoved={wasMoved} />
    </li>
  )
}

function EntryMenu({ entry, wasMoved }: { entry: WeekEntry; wasMoved: boolean }) {
  const [isMoving, setMoving] = useState(false)
  const now = useNow()
  const skip = useSkipOccurrence()
  const restore = useRestoreOccurrence()
  const mayCare = useRight('care')
  const { at, occurrence, scheduleCallId, state, callType, name, timezone } = entry
  const isAhead = (time: string | null) => time !== null && Date.parse(time) > now.getTime()
  const isBusy = skip.isPending || restore.isPending
  const items: RowMenuItem[] = []
  if (state !== 'skipped' && isAhead(at) && callType !== 'catch_up_call') {
    items.push({ label: 'Move this call', icon: CalendarClock, onSelect: () => setMoving(true), disabled: isBusy })
  }
  if (scheduleCallId !== null && state !== 'skipped' && !wasMoved && isAhead(at)) {
    items.push({ label: 'Skip this call', icon: FastForward, onSelect: () => skip.mutate(entry), disabled: isBusy })
  }
  if (scheduleCallId !== null && (state === 'skipped' || wasMoved) && isAhead(occurrence)) {
    items.push({
      label: wasMoved ? 'Back to its usual time' : 'Undo the skip',
      icon: Undo2,
      onSelect: () => restore.mutate(entry),
      disabled: isBusy,
    })
  }
  if (!mayCare || items.length === 0) return null
  return (
    <>
      <RowMenu label={`Actions for ${name}, ${callDateTime(at, timezone)}`} items={items} />
      {isMoving && <MoveCall entry={entry} onClose={() => setMoving(false)} />}
    </>
  )
}
