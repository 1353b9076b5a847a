import { useMutation } from '@tanstack/react-query'
import { api, errorText } from '#web/lib/http/api-client.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, ResponsiveDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import type { Member } from './family-api.ts'

interface LeaveFamilyProps {
  member: Pick<Member, 'id'>
  isOwner: boolean
  onClose: () => void
}

/** Asks before somebody leaves, and says what they lose. The owner reads why they cannot. */
export function LeaveFamily({ member, isOwner, onClose }: LeaveFamilyProps) {
  const { circle, circles } = useUser()
  const leave = useMutation({
    mutationFn: () => api.delete(`/api/members/${member.id}`),
    // The session goes on in another family, or ends: the shell follows.
    onSuccess: () => verifySession(),
    onError: (error) => {
      toast.error(errorText(error, 'We couldn’t take you out of the family.'))
      onClose()
    },
  })
  if (isOwner) {
    return (
      <ResponsiveDialog
        open
        onOpenChange={onClose}
        title="You can’t leave yet"
        description={`You’re the owner of ${circle.name}. Someone has to look after the plan and the members.`}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <p>
          Make someone else the owner first: choose Make owner beside their name. If nobody should go on, delete the
          account in Security.
        </p>
      </ResponsiveDialog>
    )
  }
  const isLast = circles.length === 1
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Leave ${circle.name}?`}
      description={`You no longer see their loved ones and calls, and get no alerts about them. Only the owner can invite you again.${
        isLast ? ' You belong to no other family, so we’ll sign you out.' : ''
      }`}
      cancelLabel="Stay"
      confirmLabel="Leave"
      busy={leave.isPending}
      busyLabel="Leaving…"
      onConfirm={() => leave.mutate()}
    />
  )
}
