import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Away } from '#contract/people/aways.ts'
import { AWAY_REASON_LABELS, awayInShort } from '#core/away/away-until.ts'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { ApiError } from '#web/lib/http/api-client.ts'
import { DialogLoading, failureOf } from '#web/ui/overlay/dialog-loading.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { type AwayForm, everyonesAwaysQuery, useEndEveryonesAways, useSetEveryoneAway } from './away-api.ts'
import { AwayFields, todayIn } from './away-fields.tsx'

const TITLE = 'Everyone is away'

/** Sets the same time away for the whole family, and ends all of them. */
export function EveryoneAwayDialog({ onClose }: { onClose: () => void }) {
  const aways = useQuery(everyonesAwaysQuery())
  if (aways.isSuccess) {
    return aways.data.length > 0 ? <EndAll aways={aways.data} onClose={onClose} /> : <SetForAll onClose={onClose} />
  }
  const failed = 'Failed to load who is away'
  const failure = aways.error ? { failure: failureOf(failed, aways.error, aways) } : {}
  return <DialogLoading title={TITLE} onClose={onClose} {...failure} />
}

function SetForAll({ onClose }: { onClose: () => void }) {
  const today = todayIn(viewerZone())
  const [initial] = useState<AwayForm>({ from: today, until: undefined, reason: 'holiday', note: '' })
  const [form, setForm] = useState(initial)
  const save = useSetEveryoneAway()
  const fields = useRef<HTMLDivElement>(null)
  const errors = save.error instanceof ApiError ? save.error.errors : []
  const failure = errors.length === 0 ? save.error : null
  useEffect(() => {
    if (save.isError) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [save.isError])

  function submit(event: FormEvent) {
    event.preventDefault()
    const { note: _, from, ...others } = form
    // A clock further west may still show the day before: there it begins with its own today.
    save.mutate(from === today ? others : { from, ...others }, {
      onSuccess: () => {
        toast.success('We won’t ring anyone while they’re away')
        onClose()
      },
    })
  }

  return (
    <FormDialog
      title={TITLE}
      description="We don’t ring anyone on these days, and nobody is alerted. Calls start again by themselves, each on their own clock."
      hasChanges={form !== initial}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Save"
      busy={save.isPending}
      busyLabel="Saving…"
    >
      <div ref={fields} className="grid gap-5">
        {failure && <SaveFailure text={failure.message} error={failure} />}
        <AwayFields
          form={form}
          today={today}
          errorOf={(path) => errors.find((error) => error.path === path)?.message}
          onChange={(changed) => setForm({ ...form, ...changed })}
        />
      </div>
    </FormDialog>
  )
}

/** Two times away of one person cannot overlap: while somebody has one, everybody's are shown to be ended first. */
function EndAll({ aways, onClose }: { aways: readonly Away[]; onClose: () => void }) {
  const end = useEndEveryonesAways()
  function submit(event: FormEvent) {
    event.preventDefault()
    end.mutate(undefined, {
      onSuccess: () => {
        toast.success('We ring everyone again')
        onClose()
      },
    })
  }
  return (
    <FormDialog
      title="Who is away"
      description="To set a time away for everyone, end these first."
      hasChanges={false}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Everyone is back: ring again"
      busy={end.isPending}
      busyLabel="Ending…"
    >
      <div className="grid gap-5">
        {end.error && <SaveFailure text={end.error.message} error={end.error} />}
        <ul className="grid gap-3">
          {aways.map(({ id, lovedOneName, reason, ...away }) => (
            <li key={id}>
              <strong>{lovedOneName}</strong>
              <p className="muted">
                {awayInShort(away)}, {AWAY_REASON_LABELS[reason].toLowerCase()}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </FormDialog>
  )
}
