import type { Call } from '#contract/calls.ts'
import { callDateTime } from '#web/domain/call-when.tsx'
import { Button } from '#web/ui/button.tsx'
import { ResponsiveDialog } from '#web/ui/dialog.tsx'

/** What was said on a call. */
export function TranscriptDialog({ call, onClose }: { call: Call; onClose: () => void }) {
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title="Transcript"
      description={`${call.lovedOne.name}, ${callDateTime(call.scheduledTime, call.lovedOne.timezone)}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <TranscriptText>{call.transcript ?? ''}</TranscriptText>
    </ResponsiveDialog>
  )
}

/** The turns of a call, one under the other. */
export function TranscriptText({ children }: { children: string }) {
  return <p className="whitespace-pre-wrap">{children}</p>
}
