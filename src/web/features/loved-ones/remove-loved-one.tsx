import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
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
  const name = shortName(lovedOne.name)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${lovedOne.name}?`}
      description={`We’ll cancel all scheduled calls to ${name} and delete ${name}’s contacts, call history, recordings and transcripts. You can’t undo this.`}
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
