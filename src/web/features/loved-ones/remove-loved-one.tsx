import type { LovedOne } from '#contract/loved-ones.ts'
import { firstName } from '#web/domain/first-names.ts'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useRemoveLovedOne } from './loved-ones-api.ts'

interface RemoveLovedOneProps {
  lovedOne: Pick<LovedOne, 'id' | 'name'>
  onClose: () => void
  onRemoved?: () => void
  onFailed?: () => void
}

/** Asks before a loved one is removed, and names all that goes with them. */
export function RemoveLovedOne({ lovedOne, onClose, onRemoved, onFailed }: RemoveLovedOneProps) {
  const remove = useRemoveLovedOne(lovedOne)
  const name = firstName(lovedOne.name)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${lovedOne.name}?`}
      description={`All scheduled calls to ${name} are cancelled. ${name}’s contacts, call history, recordings and transcripts are deleted. This cannot be undone.`}
      cancelLabel={`Keep ${name}`}
      confirmLabel={`Remove ${name}`}
      busy={remove.isPending}
      busyLabel="Removing…"
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            onClose()
            onRemoved?.()
          },
          onError: () => {
            onClose()
            onFailed?.()
          },
        })
      }
    />
  )
}
