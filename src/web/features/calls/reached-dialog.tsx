import { useId, useState } from 'react'
import type { Call } from '#contract/calls.ts'
import { firstName } from '#web/domain/first-names.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogCancel, ResponsiveDialog } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'

export interface ReachedDialogProps {
  call: Call
  isSaving: boolean
  onConfirm: (note: string) => void
  onClose: () => void
}

/** Asks before further tries and alerts end, with room for a note. */
export function ReachedDialog({ call, isSaving, onConfirm, onClose }: ReachedDialogProps) {
  const formId = useId()
  const [note, setNote] = useState('')
  const name = firstName(call.lovedOne.name)
  return (
    <ResponsiveDialog
      open
      onOpenChange={onClose}
      title={`Have you reached ${name}?`}
      description={`We stop ringing ${name} for this call, and everybody we alerted gets the all-clear.`}
      footer={
        <>
          <DialogCancel>Go back</DialogCancel>
          <Button variant="primary" type="submit" form={formId} busy={isSaving} busyLabel="Saving…">
            Yes, I have reached {name}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm(note.trim())
        }}
      >
        <Field label="Note" optional help="For your activity log. We send it to nobody.">
          {(control) => (
            <Textarea {...control} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
          )}
        </Field>
      </form>
    </ResponsiveDialog>
  )
}
