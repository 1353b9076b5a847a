import { CalendarX2, FastForward, Pencil, PhoneOutgoing } from 'lucide-react'
import { useState } from 'react'
import { CATCH_UP_CALL } from '#contract/calls/call-labels.ts'
import type { Call } from '#contract/calls/calls.ts'
import { isNightTime } from '#core/calls/night.ts'
import { formatDate } from '#core/format/dates.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { bothTimes } from '#web/domain/calls/call-when.tsx'
import { callLabelOf } from '#web/domain/calls/service-tag.tsx'
import { RowFailure } from '#web/domain/feedback/row-failure.tsx'
import { ApiError } from '#web/lib/http/api-client.ts'
import { useGo } from '#web/lib/routing/app-link.tsx'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { DialogMissing } from '#web/ui/overlay/dialog-loading.tsx'
import { RowMenu, type RowMenuItem } from '#web/ui/overlay/row-menu.tsx'
import { type CallList, callFailure, useCallNow, useCancelCall, useSkipCall } from './call-actions.ts'

const RingAtNight = lazyPart(
  async () => (await import('./ring-at-night.tsx')).RingAtNight,
  (failure, { onClose }) => <DialogMissing title="Ring at night" failure={failure} onClose={onClose} />,
)

interface CallMenuProps {
  call: Call
  list: CallList
  onEdit: () => void
}

/** What can be done with a scheduled call, by those who may. */
export function CallMenu(props: CallMenuProps) {
  return useRight('care') && <CallActions {...props} />
}

/** Only what cannot be undone, or rings at night, asks first. */
function CallActions({ call, list, onEdit }: CallMenuProps) {
  const [asking, setAsking] = useState<'cancel' | 'skip' | 'night' | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const callNow = useCallNow(list)
  const ring = () =>
    callNow.mutate(call, { onSuccess: () => setFailure(null), onError: (error) => setFailure(callFailure.now(error)) })
  const isRecurring = call.recurrencePattern !== 'once'
  const isText = call.asksBy === 'text'
  const items: RowMenuItem[] = [
    {
      label: isText ? 'Text now' : list === 'recurring' ? 'Call now' : 'Call Now',
      icon: PhoneOutgoing,
      onSelect: () => (isNightTime(timeThere(call)) ? setAsking('night') : ring()),
      disabled: callNow.isPending || call.isRefused,
    },
    ...(call.callType === CATCH_UP_CALL ? [] : [{ label: 'Edit call', icon: Pencil, onSelect: onEdit }]),
    ...(isRecurring ? [{ label: 'Skip next', icon: FastForward, onSelect: () => setAsking('skip') }] : []),
    {
      label: isRecurring ? 'Cancel recurring call' : 'Cancel',
      icon: CalendarX2,
      onSelect: () => setAsking('cancel'),
      destructive: true,
    },
  ]
  return (
    <>
      {failure && <RowFailure text={failure} onClose={() => setFailure(null)} />}
      <RowMenu label={`Actions for ${call.lovedOne.name}`} items={items} />
      {asking === 'night' && (
        <RingAtNight
          name={call.lovedOne.name}
          timeOfDay={timeThere(call)}
          zone={call.lovedOne.timezone}
          confirmLabel={isText ? 'Text now' : 'Call now'}
          asksBy={call.asksBy}
          onConfirm={() => {
            setAsking(null)
            ring()
          }}
          onClose={() => setAsking(null)}
        />
      )}
      {asking === 'cancel' && <CancelCall call={call} onFailure={setFailure} onClose={() => setAsking(null)} />}
      {callNow.error instanceof ApiError && callNow.error.status === 402 && (
        <NotInPlan call={call} why={callNow.error.message} onClose={callNow.reset} />
      )}
      {asking === 'skip' && <SkipCall call={call} onFailure={setFailure} onClose={() => setAsking(null)} />}
    </>
  )
}

/** What the clocks show now where the call rings. */
function timeThere({ lovedOne }: Call): string {
  return toWallClock(new Date(), lovedOne.timezone).timeOfDay
}

/** The plan does not cover a call now: why, and the way out. */
function NotInPlan({ call, why, onClose }: { call: Call; why: string; onClose: () => void }) {
  const go = useGo()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`We didn’t ring ${call.lovedOne.name}`}
      description={why}
      cancelLabel="Close"
      confirmLabel="Go to Subscription"
      destructive={false}
      onConfirm={() => go('/subscription')}
    />
  )
}

interface ChangeCallProps {
  call: Call
  /** What went wrong; null once it went well. */
  onFailure: (failure: string | null) => void
  onClose: () => void
}

function CancelCall({ call, onFailure, onClose }: ChangeCallProps) {
  const cancel = useCancelCall()
  const isRecurring = call.recurrencePattern !== 'once'
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isRecurring ? 'Cancel this recurring call?' : 'Cancel this call?'}
      description={
        isRecurring
          ? `We’ll stop ${whose(call)} for good. To leave out one call, use Skip next. You can’t undo this.`
          : `We won’t make ${whose(call)} on ${dayAndTime(call)}. You can’t undo this.`
      }
      cancelLabel="Keep call"
      confirmLabel={isRecurring ? 'Cancel recurring call' : 'Cancel call'}
      busy={cancel.isPending}
      busyLabel="Cancelling…"
      onConfirm={() =>
        cancel.mutate(call, {
          onSuccess: () => onFailure(null),
          onError: (error) => onFailure(callFailure.cancel(error)),
          onSettled: onClose,
        })
      }
    />
  )
}

function SkipCall({ call, onFailure, onClose }: ChangeCallProps) {
  const skip = useSkipCall()
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Skip the next call?"
      description={`We won’t make ${whose(call)} on ${dayAndTime(call)}. Later calls stay as they are. You can undo this until then.`}
      cancelLabel="Keep call"
      confirmLabel="Skip call"
      busy={skip.isPending}
      busyLabel="Skipping…"
      onConfirm={() =>
        skip.mutate(call, {
          onSuccess: () => onFailure(null),
          onError: (error) => onFailure(callFailure.skip(error)),
          onSettled: onClose,
        })
      }
    />
  )
}

function whose(call: Call): string {
  return `${call.lovedOne.name}’s ${callLabelOf(call)}`
}

function dayAndTime({ scheduledTime, lovedOne: { timezone } }: Call): string {
  return `${formatDate(new Date(scheduledTime), timezone)} at ${bothTimes(scheduledTime, timezone)}`
}
