import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { saveFile } from '#web/lib/http/save-file.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'

/** A long history takes some time to arrive. */
const LONGEST_MS = 10 * 60_000

/** Everything that is kept, as a file. */
export function ExportData() {
  const download = useMutation({
    mutationFn: () => api.file('/api/account/export', { method: 'POST', signal: AbortSignal.timeout(LONGEST_MS) }),
    onSuccess: ({ bytes, name }) => saveFile(bytes, name ?? 'cooee-export.json'),
    onError: (error) => toast.error(errorText(error, 'We couldn’t download your data')),
  })
  return (
    <section className="card card__body" aria-labelledby="export-heading">
      <h2 id="export-heading" className="mb-2">
        Your data
      </h2>
      <p className="muted">
        Everything Cooee keeps about you and your loved ones, as a JSON file: people, schedules, calls with what was
        said, alerts, messages and the activity log. Recordings aren’t in it: download them from the call history.
      </p>
      <div className="form-actions mt-5">
        <Button busy={download.isPending} busyLabel="Preparing…" onClick={() => download.mutate()}>
          <Download />
          Download my data
        </Button>
      </div>
    </section>
  )
}
