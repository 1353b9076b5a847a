import type { Contact } from '#contract/people/contacts.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { errorText } from '#web/lib/http/api-client.ts'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useSaveContact } from './contacts-api.ts'

interface NotifyContactProps {
  contact: Contact
  lovedOneName: string | undefined
  onClose: () => void
}

/** Offers, right after a contact was added, to notify them of missed calls: without it they are not notified. */
export function NotifyContact({ contact, lovedOneName, onClose }: NotifyContactProps) {
  const save = useSaveContact(contact.lovedOneId, contact, '')
  const name = shortName(contact.name)
  const about = lovedOneName ? shortName(lovedOneName) : 'your loved one'
  const { phoneNumber, contactType, relationship, notes } = contact
  const details = { name: contact.name, phoneNumber, contactType, relationship, notes, isEmergencyContact: true }
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Tell ${name} about missed calls?`}
      description={`${contact.name} has been added. As an emergency contact, ${name} hears from us when ${about} doesn’t answer a call or asks for help. Otherwise we won’t tell ${name} anything.`}
      cancelLabel="Not now"
      confirmLabel={`Tell ${name}`}
      destructive={false}
      busy={save.isPending}
      busyLabel="Saving…"
      onConfirm={() =>
        save.mutate(details, {
          onSuccess: () => toast.success(`${contact.name} is an emergency contact now`),
          onError: (error) => toast.error(`Failed to update contact: ${errorText(error, 'Please try again.')}`),
          onSettled: onClose,
        })
      }
    />
  )
}
