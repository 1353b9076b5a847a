import type { Webhook } from '#contract/admin/webhooks.ts'
import { failedAction } from '#web/domain/feedback/lost-answer.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { failureText } from './failure-text.ts'
import { useDeleteWebhook } from './webhooks-api.ts'

const TEXTS = {
  refused: 'Failed to delete webhook',
  otherwise: 'An error occurred while deleting the webhook',
}

/** Asks before a webhook is deleted. */
export function DeleteWebhook({ webhook: { id, name }, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useDeleteWebhook(id)
  function confirm() {
    remove.mutate(undefined, {
      onSuccess: (outcome) =>
        outcome === 'gone'
          ? toast.success(`Somebody had deleted the webhook "${name}" before.`, 'Webhook already deleted')
          : toast.success(`The webhook "${name}" has been deleted.`, 'Webhook deleted'),
      onError: (error) =>
        toast.error(failedAction(failureText(error, TEXTS), error, 'The webhook may have been deleted')),
      onSettled: onClose,
    })
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Are you sure you want to delete the webhook "${name}"?`}
      description="Its delivery log is deleted with it. This cannot be undone."
      cancelLabel="Keep webhook"
      confirmLabel="Delete webhook"
      busy={remove.isPending}
      busyLabel="Deleting…"
      onConfirm={confirm}
    />
  )
}
