import type { AdminAccount } from '#contract/admin/admin-accounts.ts'
import { failedAction } from '#web/domain/feedback/lost-answer.ts'
import { ApiError } from '#web/lib/http/api-client.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { accountName } from './account-name.ts'
import { useSuspension } from './accounts-api.ts'

/** Asks before an account is suspended or released, and says what happens. */
export function SuspendDialog({ account, onClose }: { account: AdminAccount; onClose: () => void }) {
  const suspension = useSuspension(account.id)
  const name = `${accountName(account)} (${account.username})`
  const isSuspended = account.suspendedAt !== null
  function confirm() {
    suspension.mutate(isSuspended ? 'release' : 'suspend', {
      onSuccess: () =>
        isSuspended
          ? toast.success(`${name} can sign in, and calls ring again.`, 'Account released')
          : toast.success(`${name} is signed out, and nothing rings.`, 'Account suspended'),
      onError: (error) => {
        const sentence = error instanceof ApiError && error.message ? error.message : 'That did not work'
        toast.error(failedAction(sentence, error, 'It may have been done'))
      },
      onSettled: onClose,
    })
  }
  const { titleOf, ...words } = isSuspended ? RELEASE : SUSPEND
  return (
    <ConfirmDialog
      {...words}
      open
      onOpenChange={onClose}
      title={titleOf(name)}
      destructive={!isSuspended}
      busy={suspension.isPending}
      onConfirm={confirm}
    />
  )
}

const RELEASE = {
  titleOf: (name: string) => `Release ${name}?`,
  description:
    'They can sign in again, and scheduled calls ring from now on. Calls that fell due meanwhile are not made up for. They are told by email.',
  cancelLabel: 'Keep suspended',
  confirmLabel: 'Release account',
  busyLabel: 'Releasing…',
}
const SUSPEND = {
  titleOf: (name: string) => `Suspend ${name}?`,
  description:
    'They are signed out everywhere. No phone rings and no text leaves for this account, running alerts and requests for help included; nobody who is talking is cut off. Scheduled calls end as missed when they fall due. Nothing is deleted, a subscription goes on, and they are told by email.',
  cancelLabel: 'Keep account',
  confirmLabel: 'Suspend account',
  busyLabel: 'Suspending…',
}
