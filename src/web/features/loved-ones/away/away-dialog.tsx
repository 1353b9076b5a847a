import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { Away } from '#contract/people/aways.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { AWAY_REASONS } from '#core/away/away-period.ts'
import { AWAY_REASON_LABELS } from '#core/away/away-until.ts'
import { shortName } from '#core/escalation/texts/short-name.ts'
import { SaveFailure } from '#web/domain/feedback/save-failure.tsx'
import { ApiError } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { DialogLoading, failureOf } from '#web/ui/overlay/dialog-loading.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { type AwayForm, awaysQuery, useEndAway, useSaveAway } from './away-api.ts'

const REASONS = AWAY_REASONS.map((value) => ({ value, label: AWAY_REASON_LABELS[value] }))

interface AwayDialogProps {
  lovedOne: Pick<LovedOne, 'id' | 'name' | 'timezone'>
  onClose: () => void
}

/** Sets, changes, extends or ends a loved one's time away. */
export function AwayDialog({ lovedOne, onClose }: AwayDialogProps) {
  const aways = useQuery(awaysQuery(lovedOne.id))
  if (aways.isSuccess) return <AwayFields lovedOne={lovedOne} away={aways.data[0] ?? null} onClose={onClose} />
  const failed = 'Failed to load the time away'
  const failure = aways.error ? { failure: failureOf(failed, aways.error, aways) } : {}
  return <DialogLoading title={`${shortName(lovedOne.name)} is away`} onClose={onClose} {...failure} />
}

/** The day that the loved one's clock shows, `YYYY-MM-DD`. */
const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())

function AwayFields({ lovedOne, away, onClose }: AwayDialogProps & { away: Away | null }) {
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
        {!away?.isNow && (
          <Field label="First day away" error={errorOf('from')}>
            {(control) => (
              <DatePicker
                {...control}
                label="First day away"
                value={form.from}
                earliest={today}
                onChange={(from) => change({ from })}
              />
            )}
          </Field>
        )}
        <Field label="Last day away" error={errorOf('until')} help="At most 90 days. We ring again the day after.">
          {(control) => (
            <DatePicker
              {...control}
              label="Last day away"
              value={form.until}
              earliest={[form.from, today].toSorted().at(-1)}
              onChange={(until) => change({ until })}
            />
          )}
        </Field>
        <Field label="Reason" error={errorOf('reason')}>
          {(control) => (
            <Select
              {...control}
              label="Reason"
              options={REASONS}
              value={form.reason}
              onChange={(reason) => change({ reason })}
            />
          )}
        </Field>
        <Field label="Note" optional error={errorOf('note')}>
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              maxLength={500}
              value={form.note}
              onChange={(event) => change({ note: event.target.value })}
            />
          )}
        </Field>
        {away && (
          <Button variant="outline" onClick={endNow} busy={end.isPending} busyLabel="Ending…">
            {away.isNow ? `${called} is back: ring again` : 'Remove this time away'}
          </Button>
        )}
      </div>
    </FormDialog>
  )
}
