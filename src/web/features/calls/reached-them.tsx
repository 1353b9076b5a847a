import { PhoneCall } from 'lucide-react'
import { useId, useState } from 'react'
import type { Call } from '#contract/calls.ts'
import { firstName } from '#web/domain/first-names.ts'
import { Button } from '#web/ui/button.tsx'
import { DialogCancel, ResponsiveDialog } from '#web/ui/dialog.tsx'
import { Field, Textarea } from '#web/ui/field.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { callFailure, useResolveCall } from './call-actions.ts'
import { RowFailure } from './row-failure.tsx'

/** Whether anything goes on about a call that "I have reached her" would end. */
export function canBeResolved({ status, wasCancelled, isRefused, incident }: Call): boolean {
  if (status === 'in_progress') return !wasCancelled && !isRefused
  return status !== 'scheduled' && incident?.isOpen === true
}

/** "I have reached Margaret": ends further tries and alerts, with a note for the activity log. Nothing where nothing goes on. */
export function ReachedThem({ call, size }: { call: Call; size?: 'sm' }) {
  const formId = useId()
  const [isAsking, setAsking] = useState(false)
  const [note, setNote] = useState('')
  const resolve = useResolveCall()
  const name = firstName(call.lovedOne.name)
  if (!canBeResolved(call) && !isAsking && !resolve.error) return null
  return (
    <>
      <Button {...(size && { size })} onClick={() => setAsking(true)}>
        <PhoneCall />
        <span>
          I have reached {name}
          <VisuallyHidden> (the call to {call.lovedOne.name})</VisuallyHidden>
        </span>
      </Button>
      {resolve.error && <RowFailure text={callFailure.resolve(resolve.error)} onClose={resolve.reset} />}
      <ResponsiveDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Have you reached ${name}?`}
        description={`We stop ringing ${name} for this call, and everybody we alerted gets the all-clear.`}
        footer={
          <>
            <DialogCancel>Go back</DialogCancel>
            <Button variant="primary" type="submit" form={formId} busy={resolve.isPending} busyLabel="Saving…">
              Yes, I have reached {name}
            </Button>
          </>
        }
      >
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault()
            resolve.mutate({ call, note: note.trim() }, { onSettled: () => setAsking(false) })
          }}
        >
          <Field label="Note" optional help="For your activity log. We send it to nobody.">
            {(control) => (
              <Textarea {...control} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
            )}
          </Field>
        </form>
      </ResponsiveDialog>
    </>
  )
}
