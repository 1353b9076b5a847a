import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { LoginBody } from '#contract/credentials.ts'
import { TextField } from '#web/ui/form-fields.tsx'

/** In place of name and password, once those were right: the code of the second factor, from the app or on paper. */
export function CodeStep({ form, onBack }: { form: UseFormReturn<LoginBody>; onBack: () => void }) {
  const [isOnPaper, setOnPaper] = useState(false)
  const { setFocus } = form
  useEffect(() => setFocus('code'), [setFocus])
  function changeKind() {
    form.resetField('code', { defaultValue: '' })
    setOnPaper(!isOnPaper)
    setFocus('code')
  }
  return (
    <>
      <TextField
        form={form}
        name="code"
        label={isOnPaper ? 'Recovery code' : 'Code'}
        help={isOnPaper ? 'One you haven’t used yet.' : 'The six digits your authenticator app shows now.'}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        inputMode={isOnPaper ? 'text' : 'numeric'}
        aria-required="true"
      />
      <div className="flex flex-wrap justify-between gap-3">
        <button type="button" className="textlink textlink--button" onClick={changeKind}>
          {isOnPaper ? 'Use the app' : 'Use a recovery code'}
        </button>
        <button type="button" className="textlink textlink--button" onClick={onBack}>
          Start again
        </button>
      </div>
    </>
  )
}
