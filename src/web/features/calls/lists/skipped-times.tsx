import { FastForward } from 'lucide-react'
import type { Call } from '#contract/calls/calls.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { callDateTime } from '#web/domain/calls/call-when.tsx'
import { RowFailure } from '#web/domain/feedback/row-failure.tsx'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { callFailure, useUndoSkip } from '../call-actions.ts'

/** The calls before this one that were skipped and are still to come; the last skip can be taken back. */
export function SkippedTimes({ call }: { call: Call }) {
  const now = useNow()
  const undo = useUndoSkip()
  const mayUndo = useRight('care')
  const skipped = call.skippedTimes.filter((time) => Date.parse(time) > now.getTime())
  if (skipped.length === 0) return null
  return (
    <span className="skipped">
      {skipped.map((time) => (
        <span key={time} className="skipped__time num">
          <FastForward aria-hidden="true" />
          <span>Skipped: {callDateTime(time, call.lovedOne.timezone)}</span>
        </span>
      ))}
      {mayUndo && (
        <Button size="sm" busy={undo.isPending} busyLabel="One moment…" onClick={() => undo.mutate(call)}>
          <span>
            Undo <VisuallyHidden>the last skip for {call.lovedOne.name}</VisuallyHidden>
          </span>
        </Button>
      )}
      {undo.error && <RowFailure text={callFailure.undoSkip(undo.error)} onClose={undo.reset} />}
    </span>
  )
}
