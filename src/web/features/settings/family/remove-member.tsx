import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { type Member, useRemoveMember } from './family-api.ts'

/** Asks before a member is removed, and says what they lose. */
export function RemoveMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const remove = useRemoveMember(member)
  const name = shortName(member.name)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Remove ${member.name}?`}
      description={`${name} no longer sees your loved ones and their calls, and gets no alerts about them. Links in messages we’ve sent ${name} stop working. If ${name} belongs to no other family on Cooee, the login is deleted too. We’ll email ${name} about it. You can invite ${name} again.`}
      cancelLabel={`Keep ${name}`}
      confirmLabel={`Remove ${name}`}
      busy={remove.isPending}
      busyLabel="Removing…"
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    />
  )
}
