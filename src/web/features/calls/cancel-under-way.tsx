import { PhoneOff } from 'lucide-react'
import { useState } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { callLabelOf } from '#web/domain/calls/service-tag.tsx'
import { RowFailure } from '#web/domain/feedback/row-failure.tsx'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { callFailure, useCancelUnderWay } from './call-actions.ts'

/** Cancels a call that is under way, and says before what becomes of it. Nothing for any other call, or one that is cancelled, or for those who may change nothing. */
export function CancelUnderWay({ call, size }: { call: Call; size?: 'sm' }) {
  const [isAsking, setIsAsking] = useState(false)
  const cancel = useCancelUnderWay()
  const mayCancel = useRight('care')
  if (!mayCancel || call.status !== 'in_progress' || call.wasCancelled || call.isRefused) return null
  return (
    <>
      <Button {...(size && { size })} onClick={() => setIsAsking(true)}>
        <PhoneOff />
        <span>
          Cancel Call <VisuallyHidden>to {call.lovedOne.name}</VisuallyHidden>
        </span>
      </Button>
      {cancel.error && <RowFailure text={callFailure.cancel(cancel.error)} onClose={cancel.reset} />}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title="Cancel this call?"
        description={whatHappens(call)}
        cancelLabel="Keep call"
        confirmLabel="Cancel call"
        busy={cancel.isPending}
        busyLabel="Cancelling…"
        onConfirm={() => cancel.mutate(call, { onSettled: () => setIsAsking(false) })}
      />
    </>
  )
}

/** It may have been picked up since the list was loaded: both is said. */
function whatHappens(call: Call): string {
  const { lovedOne, asksBy, nextTryAt, recurrencePattern } = call
  const name = shortName(lovedOne.name)
  return [
    nextTryAt === null && asksBy === 'call'
      ? `If ${name}’s phone is still ringing, we’ll stop. If it’s been picked up, we won’t hang up, and an answer counts.`
      : '',
    `We won’t try this ${callLabelOf(call)} again, or alert anyone.`,
    recurrencePattern === 'once' ? '' : 'Later calls stay as they are.',
    'You can’t undo this.',
  ]
    .filter(Boolean)
    .join(' ')
}
