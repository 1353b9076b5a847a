import { TextField } from '#web/ui/form/form-fields.tsx'
import type { LovedOneForm } from './loved-one-fields.tsx'

/** What Cooee says in the calls to this person: the name it uses, and the words of a reminder. */
export function CallWordsFields({ form }: { form: LovedOneForm }) {
  return (
    <>
      <TextField
        form={form}
        name="preferredName"
        label="Preferred Name"
        optional
        help="What we call them on the phone, like Marg."
        autoComplete="off"
      />
      <TextField
        form={form}
        name="familyWord"
        label="Family Word"
        optional
        help="A word you’ve agreed on, like kookaburra. We say it after the greeting, so they know it’s us."
        autoComplete="off"
      />
      <TextField
        form={form}
        name="reminderText"
        label="Reminder Words"
        optional
        help="We say this in a medication reminder, once they’ve pressed a key."
        autoComplete="off"
      />
    </>
  )
}
