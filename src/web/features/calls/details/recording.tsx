import { Download } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import type { Call } from '#contract/calls/calls.ts'
import { formatDate } from '#core/format/dates.ts'
import { callDateTime } from '#web/domain/calls/call-when.tsx'
import { RecordingPlayer } from '#web/domain/calls/recording-player.tsx'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { saveFile } from '#web/lib/http/save-file.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'

/** "Margaret Hartley, Mar 10, 2026 9:00 AM": distinguishes the buttons of many rows. */
export function aboutCall(call: Call): string {
  return `${call.lovedOne.name}, ${callDateTime(call.scheduledTime, call.lovedOne.timezone).replaceAll('\u00a0', ' ')}`
}

/** Saves a recording as a file, fetched like everything else, so that a token alone works and a failure is shown. */
export function DownloadRecording({ call, recording }: { call: Call; recording: string }) {
  const address = `${recording}?download=1`
  const [busy, setBusy] = useState(false)
  async function download(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      const { bytes, name } = await api.file(address)
      saveFile(bytes, name ?? 'recording.wav')
    } catch (error) {
      toast.error(errorText(error, 'Failed to download the recording'))
    } finally {
      setBusy(false)
    }
  }
  return (
    <a
      className={buttonClass({ size: 'sm' })}
      href={address}
      download
      onClick={download}
      aria-busy={busy}
      aria-label={`Download recording, ${aboutCall(call)}`}
    >
      <Download />
      Download
    </a>
  )
}

/** Until when a recording can be heard; the zone is the loved one's. */
export function KeptUntil({ call }: { call: Call }) {
  if (!call.recordingKeptUntil) return null
  return <p className="muted">Kept until {formatDate(new Date(call.recordingKeptUntil), call.lovedOne.timezone)}</p>
}

/** The recording of a call, over the list it was chosen from. */
export function RecordingDialog({ call, onClose }: { call: Call; onClose: () => void }) {
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title="Recording"
      description={aboutCall(call)}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {call.recording && (
        <div className="grid gap-3">
          <RecordingPlayer recording={call.recording} />
          <KeptUntil call={call} />
        </div>
      )}
    </ResponsiveDialog>
  )
}
