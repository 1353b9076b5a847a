import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Away, EveryoneAway } from '#contract/people/aways.ts'
import { AWAY_REASON_LABELS, awayInShort } from '#core/away/away-until.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { ApiError } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogLoading, failureOf } from '#web/ui/overlay/dialog-loading.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { type AwayForm, everyonesAwaysQuery, useEndEveryonesAways, useSetEveryoneAway } from './away-api.ts'
import { AwayFields, todayIn } from './away-fields.tsx'

const TITLE = 'Everyone is away'

/** Sets the same time away for the whole family, and ends all of them. */
export function EveryoneAwayDialog({ onClose }: { onClose: () => void }) {
  const aways = useQuery(everyonesAwaysQuery())
  const [isSetting, setSetting] = useState(false)
  if (aways.isSuccess) {
    const isAnyone = aways.data.length > 0
    if (!isAnyone || isSetting) return <SetForAll isAnyoneAway={isAnyone} onClose={onClose} />
    return <EndAll aways={aways.data} onSet={() => setSetting(true)} onClose={onClose} />
  }
  const failed = 'Failed to load who is away'
  const failure = aways.error ? { failure: failureOf(failed, aways.error, aways) } : {}
  return <DialogLoading title={TITLE} onClose={onClose} {...failure} />
}

function SetForAll({ isAnyoneAway, onClose }: { isAnyoneAway: boolean; onClose: () => void }) {
  const today = todayIn(viewerZone())
  const [initial] = useState<AwayForm>({ from: today, until: undefined, reason: 'holiday', note: '' })
  const [form, setForm] = useState(initial)
  const [creationKey] = useState(() => crypto.randomUUID())
  const save = useSetEveryoneAway(creationKey)
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
      onSuccess: (done) => {
        toast.success(setInWords(done))
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
        {isAnyoneAway && (
          <p className="muted">Times away that are set already stay as they are. We fill the days around them.</p>
        )}
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

/** What was done: whose time away was left as it was is said by name, or counted. */
function setInWords({ setFor, leftAsIs }: EveryoneAway): string {
  const names = [
    ...new Map(leftAsIs.map(({ lovedOneId, lovedOneName }) => [lovedOneId, shortName(lovedOneName)])).values(),
  ]
  const [only] = names
  const whose = names.length > 1 ? `The times away of ${names.length} people` : `${only}’s time away`
  const kept = names.length === 0 ? '' : ` ${whose} stayed as ${names.length > 1 ? 'they were' : 'it was'}.`
  if (setFor === 0) return `Nothing changed.${kept}`
  return kept ? `We won’t ring anyone while they’re away.${kept}` : 'We won’t ring anyone while they’re away'
}

/** More are counted. */
const MAX_SHOWN = 20

/** Who is away, or will be, to end that for all, or to set further days for all. */
function EndAll({ aways, onSet, onClose }: { aways: readonly Away[]; onSet: () => void; onClose: () => void }) {
  const end = useEndEveryonesAways()
  const [isSure, setIsSure] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    onSet()
  }
  function endAll() {
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
      description="You can end these for everyone, or set further days for everyone."
      hasChanges={false}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Set days for everyone"
      busy={end.isPending}
      busyLabel="Ending…"
    >
      <div className="grid gap-5">
        {end.error && <SaveFailure text={end.error.message} error={end.error} />}
        <ul className="grid gap-3">
          {aways.slice(0, MAX_SHOWN).map(({ id, lovedOneName, reason, ...away }) => (
            <li key={id}>
              <strong>{lovedOneName}</strong>
              <p className="muted">
                {awayInShort(away)}, {AWAY_REASON_LABELS[reason].toLowerCase()}
              </p>
            </li>
          ))}
        </ul>
        {aways.length > MAX_SHOWN && <p className="muted">And more. They stand on their own cards.</p>}
        <p className="muted" role="status">
          {isSure && 'This ends all of these, and takes back those still to come.'}
        </p>
        <Button variant="outline" disabled={end.isPending} onClick={isSure ? endAll : () => setIsSure(true)}>
          {isSure ? 'Yes, ring everyone again' : 'Everyone is back: ring again'}
        </Button>
      </div>
    </FormDialog>
  )
}
