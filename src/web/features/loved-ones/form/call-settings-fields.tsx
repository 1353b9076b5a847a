import { queryOptions, useQuery } from '@tanstack/react-query'
import { callDefaultsSchema } from '#contract/people/loved-one-forms.ts'
import { api } from '#web/lib/http/api-client.ts'
import { TextField } from '#web/ui/form/form-fields.tsx'
import { SelectField } from '#web/ui/form/select-field.tsx'
import { CallWordsFields } from './call-words-fields.tsx'
import type { LovedOneForm } from './loved-one-fields.tsx'
import { RecordCallsField } from './record-calls-field.tsx'

const STANDARD = 'standard'
const ATTEMPTS = [0, 1, 2, 3, 4, 5].map((count) => ({ value: String(count), label: attemptsInWords(count) }))
const DELAYS = [1, 5, 10, 15, 20, 30, 45, 60].map((minutes) => ({
  value: String(minutes),
  label: delayInWords(minutes * 60),
}))

function attemptsInWords(count: number): string {
  return count === 0 ? 'None' : `${count} more`
}

function delayInWords(seconds: number): string {
  const [count, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** "Standard (2 more)"; without the number until it is known. */
function withStandard<Option>(options: readonly Option[], number: string | undefined) {
  return [{ value: STANDARD, label: number === undefined ? 'Standard' : `Standard (${number})` }, ...options]
}

/** What "Standard" means: it changes only when the operator sets it otherwise. */
const callDefaultsQuery = queryOptions({
  queryKey: ['call-defaults'],
  queryFn: ({ signal }) => api.get(callDefaultsSchema, '/api/call-defaults', { signal }),
  refetchInterval: false,
  refetchOnWindowFocus: false,
  staleTime: Number.POSITIVE_INFINITY,
})

/** How this person is spoken to and rung: again after no answer, recorded or not. "Standard" leaves it to the service. */
export function CallSettingsFields({ form }: { form: LovedOneForm }) {
  const standard = useQuery(callDefaultsQuery).data
  const attempts = standard && attemptsInWords(standard.retryAttempts).toLowerCase()
  const delay = standard && delayInWords(standard.retryDelaySeconds)
  return (
    <div className="form-grid form-grid--2">
      <CallWordsFields form={form} />
      <NumberChoice
        form={form}
        name="retryAttempts"
        label="Tries after No Answer"
        options={withStandard(ATTEMPTS, attempts)}
      />
      <NumberChoice
        form={form}
        name="retryDelayMinutes"
        label="Time between Tries"
        options={withStandard(DELAYS, delay)}
      />
      <TextField
        form={form}
        name="secondPhoneNumber"
        label="Second Phone Number"
        optional
        help="We ring it when nobody answers the first."
        type="tel"
        autoComplete="off"
      />
      <RecordCallsField form={form} className="span-2" />
    </div>
  )
}

interface NumberChoiceProps {
  form: LovedOneForm
  name: 'retryAttempts' | 'retryDelayMinutes'
  label: string
  options: readonly { value: string; label: string }[]
}

function NumberChoice({ form, name, label, options }: NumberChoiceProps) {
  const value = asValue(form.watch(name))
  const isKnown = options.some((option) => option.value === value)
  return (
    <SelectField
      form={form}
      name={name}
      label={label}
      options={isKnown ? options : [...options, { value, label: value }]}
      held={{ asValue, fromValue: (next) => (next === STANDARD ? null : Number(next)) }}
    />
  )
}

const asValue = (held: unknown): string => (held === null || held === undefined ? STANDARD : String(held))
