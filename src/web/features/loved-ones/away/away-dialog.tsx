import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Away } from '#contract/people/aways.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { awayInShort, shortDay } from '#core/away/away-until.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { ApiError } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogLoading, failureOf } from '#web/ui/overlay/dialog-loading.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { type AwayForm, awaysQuery, useEndAway, useSaveAway } from './away-api.ts'
import { AwayFields, todayIn } from './away-fields.tsx'

interface AwayDialogProps {
  lovedOne: Pick<LovedOne, 'id' | 'name' | 'timezone'>
  onClose: () => void
}

/** Sets, changes, extends or ends a loved one's times away, one of them at a time. */
export function AwayDialog({ lovedOne, onClose }: AwayDialogProps) {
  const aways = useQuery(awaysQuery(lovedOne.id))
  const [chosen, choose] = useState<number | 'new' | null>(null)
  if (aways.isSuccess) {
    const away = chosen === 'new' ? null : (aways.data.find(({ id }) => id === chosen) ?? aways.data[0] ?? null)
    return (
      <AwayEditor key={away?.id ?? 'new'} lovedOne={lovedOne} away={away} onClose={onClose}>
        {aways.data.length > 0 && <AwayChoice aways={aways.data} shownId={away?.id ?? null} onChoose={choose} />}
      </AwayEditor>
    )
  }
  const failed = 'Failed to load the time away'
  const failure = aways.error ? { failure: failureOf(failed, aways.error, aways) } : {}
  return <DialogLoading title={`${shortName(lovedOne.name)} is away`} onClose={onClose} {...failure} />
}

interface AwayChoiceProps {
  aways: readonly Away[]
  /** Null: a new one is set. */
  shownId: number | null
  onChoose: (chosen: number | 'new') => void
}

/** All that are set, and one more. */
function AwayChoice({ aways, shownId, onChoose }: AwayChoiceProps) {
  return (
    <fieldset className="tags">
      <legend className="sr-only">Times away</legend>
      {aways.map(({ id, ...away }) => (
        <Button
          key={id}
          variant={id === shownId ? 'primary' : 'outline'}
          aria-pressed={id === shownId}
          onClick={() => onChoose(id)}
        >
          {away.isNow ? awayInShort(away) : `${awayInShort(away)} to ${shortDay(away.until)}`}
        </Button>
      ))}
      <Button
        variant={shownId === null ? 'primary' : 'outline'}
        aria-pressed={shownId === null}
        onClick={() => onChoose('new')}
      >
        Add another
      </Button>
    </fieldset>
  )
}

function AwayEditor({
  lovedOne,
  away,
  onClose,
  children,
}: AwayDialogProps & { away: Away | null; children: ReactNode }) {
  const { id, name, timezone } = lovedOne
  const called = shortName(name)
  const today = todayIn(timezone)
  const [initial] = useState<AwayForm>({
    from: away?.from ?? today,
    until: away?.until,
    reason: away?.reason ?? 'holiday',
    note: away?.note ?? '',
  })
  const [form, setForm] = useState(initial)
  const save = useSaveAway(id, away?.id ?? null)
  const end = useEndAway()
  const fields = useRef<HTMLDivElement>(null)
  const errors = save.error instanceof ApiError ? save.error.errors : []
  const errorOf = (path: keyof AwayForm) => errors.find((error) => error.path === path)?.message
  const failure = errors.length === 0 ? save.error : null
  useEffect(() => {
    if (save.isError) fields.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [save.isError])
  const change = (changed: Partial<AwayForm>) => setForm({ ...form, ...changed })

  function submit(event: FormEvent) {
    event.preventDefault()
    const { from, ...others } = form
    save.mutate(away?.isNow ? others : { from, ...others }, {
      onSuccess: () => {
        toast.success(away ? 'Time away changed' : `We won’t ring ${called} while they’re away`)
        onClose()
      },
    })
  }
  function endNow() {
    if (!away) return
    end.mutate(away.id, {
      onSuccess: () => {
        toast.success(away.isNow ? `We ring ${called} again` : 'Time away removed')
        onClose()
      },
      onError: (error) => toast.error(error.message),
    })
  }

  return (
    <FormDialog
      title={away ? `${called}’s time away` : `${called} is away`}
      description="We don’t ring on these days, and nobody is alerted. Calls start again by themselves."
      hasChanges={form !== initial}
      onClose={onClose}
      onSubmit={submit}
      submitLabel="Save"
      busy={save.isPending}
      busyLabel="Saving…"
    >
      <div ref={fields} className="grid gap-5">
        {failure && <SaveFailure text={failure.message} error={failure} />}
        {children}
        <AwayFields
          form={form}
          today={today}
          isFirstDayFixed={away?.isNow === true}
          hasNote
          errorOf={errorOf}
          onChange={change}
        />
        {away && (
          <Button variant="outline" onClick={endNow} busy={end.isPending} busyLabel="Ending…">
            {away.isNow ? `${called} is back: ring again` : 'Remove this time away'}
          </Button>
        )}
      </div>
    </FormDialog>
  )
}
