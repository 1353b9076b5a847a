import type { ComponentProps, ComponentType } from 'react'
import type { FieldErrors, FieldPath, FieldValues, UseFormRegister } from 'react-hook-form'
import { Field, type FieldControl, Input, PasswordInput, Textarea } from './field.tsx'

interface FormFieldProps<Typed extends FieldValues>
  extends Pick<ComponentProps<typeof Field>, 'label' | 'optional' | 'help' | 'className'> {
  form: { register: UseFormRegister<Typed>; formState: { errors: FieldErrors<Typed> } }
  name: keyof Typed & FieldPath<Typed>
}

/** A field of a form and, of what a box takes, all that the field does not give it. */
type PropsWith<Typed extends FieldValues, Box extends ComponentType> = FormFieldProps<Typed> &
  Omit<ComponentProps<Box>, keyof FormFieldProps<Typed> | keyof FieldControl>

/** A text box of a form, with its label and what is wrong with it: `<TextField form={form} name="email" label="Email" />`. */
export function TextField<Typed extends FieldValues>(props: PropsWith<Typed, typeof Input>) {
  return <FormField {...props} box={Input} />
}

/** The same with several lines. */
export function TextareaField<Typed extends FieldValues>(props: PropsWith<Typed, typeof Textarea>) {
  return <FormField {...props} box={Textarea} />
}

/** The same for a password or another secret. */
export function PasswordField<Typed extends FieldValues>(props: PropsWith<Typed, typeof PasswordInput>) {
  return <FormField {...props} box={PasswordInput} />
}

function FormField<Typed extends FieldValues>({
  form,
  name,
  label,
  optional,
  help,
  className,
  box: Box,
  ...own
}: FormFieldProps<Typed> & { box: ComponentType }) {
  const error = form.formState.errors[name]?.message as string | undefined
  return (
    <Field label={label} optional={optional} help={help} className={className} error={error}>
      {(control) => <Box {...control} {...form.register(name)} {...own} />}
    </Field>
  )
}
