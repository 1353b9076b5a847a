import { Controller } from 'react-hook-form'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { CallWordsFields } from './call-words-fields.tsx'
import type { LovedOneForm } from './loved-one-fields.tsx'
import { RecordCallsField } from './record-calls-field.tsx'

const STANDARD = 'standard'
const ATTEMPTS = [
  { value: STANDARD, label: 'Standard' },
  { value: '0', label: 'None' },
  ...[1, 2, 3, 4, 5].map((count) => ({ value: String(count), label: `${count} more` })),
]
const DELAYS = [
  { value: STANDARD, label: 'Standard' },
  ...[1, 5, 10, 15, 20, 30, 45, 60].map((minutes) => ({
    value: String(minutes),
    label: minutes === 1 ? '1 minute' : `${minutes} minutes`,
  })),
]

/** How this person is spoken to and rung: again after no answer, recorded or not. "Standard" leaves it to the service. */
export function CallSettingsFields({ form }: { form: LovedOneForm }) {
  return (
    <div className="form-grid form-grid--2">
      <CallWordsFields form={form} />
      <NumberChoice form={form} name="retryAttempts" label="Tries after No Answer" options={ATTEMPTS} />
      <NumberChoice form={form} name="retryDelayMinutes" label="Time between Tries" options={DELAYS} />
      <Field
        label="Second Phone Number"
        optional
        help="Rung when nobody answers the first."
        error={form.formState.errors.secondPhoneNumber?.message}
      >
        {(control) => <Input {...control} {...form.register('secondPhoneNumber')} type="tel" autoComplete="off" />}
      </Field>
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
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => {
        const value = field.value === null || field.value === undefined ? STANDARD : String(field.value)
        const known = options.some((option) => option.value === value)
        return (
          <Field label={label} error={form.formState.errors[name]?.message}>
            {(control) => (
              <Select
                {...control}
                {...field}
                label={label}
                options={known ? options : [...options, { value, label: value }]}
                value={value}
                onChange={(next) => field.onChange(next === STANDARD ? null : Number(next))}
              />
            )}
          </Field>
        )
      }}
    />
  )
}
