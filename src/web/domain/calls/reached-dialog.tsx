import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import type { Call } from '#contract/calls/calls.ts'
import type { OpenIncidentView } from '#contract/calls/incidents.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { failedAction } from '#web/domain/feedback/lost-answer.ts'
import { queryKeys, refreshAfterCallChange } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { Field, Textarea } from '#web/ui/form/field.tsx'
import { FormDialog } from '#web/ui/overlay/form-dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'

export { RowFailure } from '#web/domain/feedback/row-failure.tsx'

export interface ReachedDialogProps {
  call: Call
  /** What went wrong, to stand at the call; null where nothing did. */
  onFailure: (failure: string | null) => void
  onClose: () => void
}

/** Asks before further tries and alerts end, with room for a note. */
export function ReachedDialog({ call, onFailure, onClose }: ReachedDialogProps) {
  const [note, setNote] = useState('')
  const resolve = useResolveCall()
  // The strip above every screen has asked for them.
  const open = useQueryClient().getQueryData<readonly OpenIncidentView[]>(queryKeys.openIncidents)
  const incident = open?.find(({ lovedOne }) => lovedOne.id === call.lovedOneId)
  const wereOthersAlerted = incident?.areOthersAlerted ?? false
  const askedAt = open && (incident?.askedAt ?? null)
  const name = shortName(call.lovedOne.name)
  const isUnderWay = call.status === 'in_progress'
  const what = isUnderWay ? `We’ll stop ringing ${name} for this call` : 'We’ll close the alert about this call'
  const done = isUnderWay ? `We won’t ring ${name} again for this call` : 'We’ve closed the alert'
  const thanks = `Thanks. ${done}${wereOthersAlerted ? ', and we’ll let everyone else we alerted know' : ''}.`
  return (
    <FormDialog
      title={`Have you reached ${name}?`}
      description={`${askedAt ? `${incident?.headline}. ` : ''}${what}${wereOthersAlerted ? ', and let everyone else we alerted know that all’s well' : ''}.`}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        resolve.mutate(
          { call, note: note.trim(), knownUntil: askedAt, thanks },
          {
            onSuccess: () => onFailure(null),
            onError: (error) => onFailure(resolveFailure(error)),
            onSettled: onClose,
          },
        )
      }}
      submitLabel={`Yes, I’ve reached ${name}`}
      busy={resolve.isPending}
      busyLabel="Saving…"
      cancelLabel="Go back"
    >
      <Field label="Note" optional help="Kept in this call’s timeline. We don’t send it to anyone.">
        {(control) => (
          <Textarea {...control} maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
        )}
      </Field>
    </FormDialog>
  )
}

interface Reached {
  call: Pick<Call, 'id'>
  note: string
  /** When help was last asked for that the dialog names; null: it names none; undefined: nobody knows what is open. */
  knownUntil: string | null | undefined
  /** What is said once it is noted. */
  thanks: string
}

/** "I’ve reached Margaret": no further tries, and an all-clear to everybody else who was alerted. */
function useResolveCall() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ call, note, knownUntil }: Reached) =>
      api.post(z.unknown(), `/api/calls/${call.id}/resolve`, { note: note || null, knownUntil }),
    onSuccess: (_done, { thanks }) => toast.success(thanks),
    onError: (error) => toast.error(resolveFailure(error)),
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** Why it failed, for the message and for the call’s place. */
function resolveFailure(error: Error): string {
  return failedAction(`We couldn’t note that: ${error.message}`, error, 'It may have been noted')
}
