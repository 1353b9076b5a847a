import { Download } from 'lucide-react'
import type { Call } from '#contract/calls.ts'
import { callDateTime } from '#web/domain/call-when.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ResponsiveDialog } from '#web/ui/dialog.tsx'

/** "Margaret Hartley, Mar 10, 2026 9:00 AM": tells the buttons of many rows apart. */
export function aboutCall(call: Call): string {
  return `${call.lovedOne.name}, ${callDateTime(call.scheduledTime, call.lovedOne.timezone)}`
}

/** Saves a recording as a file. */
export function DownloadRecording({ call, recording }: { call: Call; recording: string }) {
  return (
    <a
      className={buttonClass({ size: 'sm' })}
      href={recording}
      download
      aria-label={`Download recording, ${aboutCall(call)}`}
    >
      <Download />
      Download
    </a>
  )
}

/** Plays a recording in the page; it is loaded when it is played. */
export function RecordingPlayer({ recording }: { recording: string }) {
  return (
    // biome-ignore lint/a11y/useMediaCaption: the transcript is the caption
    <audio controls preload="none" src={recording} className="w-full" aria-label="Recording" />
  )
}

/** What can be heard of a call, over the list it was chosen from. */
export function RecordingDialog({ call, onClose }: { call: Call; onClose: () => void }) {
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title="Recording"
      description={aboutCall(call)}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {call.recording && <RecordingPlayer recording={call.recording} />}
    </ResponsiveDialog>
  )
}
