import { type Control, Controller, type FieldPath, type FieldValues } from 'react-hook-form'
import { Field } from './field.tsx'
import { Select, type SelectProps } from './select.tsx'

interface SelectFieldProps<Typed extends FieldValues, Checked>
  extends Pick<SelectProps, 'label' | 'options' | 'icon' | 'placeholder'> {
  form: { control: Control<Typed, unknown, Checked> }
  name: FieldPath<Typed>
  optional?: boolean
  help?: string
  /** Where the form holds something else than the value of an option. */
  held?: { asValue(held: unknown): string; fromValue(value: string): unknown }
}

/** A choice from a short list in a form, with its label and what is wrong with it. */
export function SelectField<Typed extends FieldValues, Checked>(props: SelectFieldProps<Typed, Checked>) {
  const { form, name, optional, help, held, ...select } = props
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Field label={select.label} optional={optional} help={help} error={fieldState.error?.message}>
          {(control) => (
            <Select
              {...control}
              {...field}
              {...select}
              value={held ? held.asValue(field.value) : (field.value ?? undefined)}
              onChange={(value) => field.onChange(held ? held.fromValue(value) : value)}
            />
          )}
        </Field>
      )}
    />
  )
}
