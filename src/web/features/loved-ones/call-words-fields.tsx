import { Field, Input } from '#web/ui/field.tsx'
import type { LovedOneForm } from './loved-one-fields.tsx'

/** What Cooee says in the calls to this person: the name it uses, and the words of a reminder. */
export function CallWordsFields({ form }: { form: LovedOneForm }) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Preferred Name"
        optional
        help="What we call them on the phone, like Marg."
        error={errors.preferredName?.message}
      >
        {(control) => <Input {...control} {...form.register('preferredName')} autoComplete="off" />}
      </Field>
      <Field
        label="Reminder Words"
        optional
        help="We say this in a medication reminder, once they’ve pressed a key."
        error={errors.reminderText?.message}
      >
        {(control) => <Input {...control} {...form.register('reminderText')} autoComplete="off" />}
      </Field>
    </>
  )
}
