import { AWAY_REASONS } from '#core/away/away-period.ts'
import { AWAY_REASON_LABELS } from '#core/away/away-until.ts'
import { DatePicker } from '#web/ui/form/date-picker.tsx'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import type { AwayForm } from './away-api.ts'

const REASONS = AWAY_REASONS.map((value) => ({ value, label: AWAY_REASON_LABELS[value] }))

/** The day that the clock of a zone shows, `YYYY-MM-DD`. */
export const todayIn = (timeZone: string): string => new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date())

interface AwayFieldsProps {
  form: AwayForm
  today: string
  /** It has begun. */
  isFirstDayFixed?: boolean
  hasNote?: boolean
  errorOf: (path: keyof AwayForm) => string | undefined
  onChange: (changed: Partial<AwayForm>) => void
}

/** The days of a time away, why, and a note. */
export function AwayFields({ form, today, isFirstDayFixed, hasNote, errorOf, onChange: change }: AwayFieldsProps) {
  return (
    <>
      {!isFirstDayFixed && (
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
      {hasNote && (
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
      )}
    </>
  )
}
