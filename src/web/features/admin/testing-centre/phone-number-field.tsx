import type { ChangeEvent, KeyboardEvent } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field, Input } from '#web/ui/form/field.tsx'
import { caretAfterFormat, formatPhoneNumber } from './format-phone-number.ts'

interface PhoneNumberFieldProps {
  /** From the form's `register`, with `setValueAs: ungrouped`. */
  field: UseFormRegisterReturn
  error: string | undefined
}

/** Where a test rings or writes to. The number is put into its international form while it is typed. */
export function PhoneNumberField({ field, error }: PhoneNumberFieldProps) {
  function change(event: ChangeEvent<HTMLInputElement>) {
    const box = event.target
    const typed = box.value
    const formatted = formatPhoneNumber(typed)
    if (formatted !== typed) {
      const caret = caretAfterFormat({ typed, caret: box.selectionStart ?? typed.length, formatted })
      box.value = formatted
      box.setSelectionRange(caret, caret)
    }
    return field.onChange(event)
  }
  /** A Backspace or Delete beside a space means the digit beyond it. */
  function stepOverSpace(event: KeyboardEvent<HTMLInputElement>) {
    const box = event.currentTarget
    const { selectionStart: caret, selectionEnd, value } = box
    if (caret === null || caret !== selectionEnd) return
    if (event.key === 'Backspace' && value[caret - 1] === ' ') box.setSelectionRange(caret - 1, caret - 1)
    if (event.key === 'Delete' && value[caret] === ' ') box.setSelectionRange(caret + 1, caret + 1)
  }
  return (
    <Field
      label="Phone Number"
      help="Starts with +61. A leading 0 is changed for you. Landlines such as +61 2 … can be entered too."
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          {...field}
          onChange={change}
          onKeyDown={stepOverSpace}
          type="tel"
          autoComplete="off"
          aria-required="true"
        />
      )}
    </Field>
  )
}
