import { BellOff, MessageSquareOff, NotebookPen, Pencil, Phone, PhoneOff, Siren, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '#contract/people/contacts.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { AskAgain } from './ask-again.tsx'
import { ContactReach } from './contact-reach.tsx'
import { CONTACT_TYPE_STYLES } from './contact-types.ts'
import { useDeleteContact } from './contacts-api.ts'
import { StandingPill } from './standing-pill.tsx'

interface ContactCardProps {
  contact: Contact
  /** The loved one's first name, where nobody else can be reached for them. */
  lastFor: string | null
  onEdit: () => void
}

/** One contact: who, what for, how to ring them. */
export function ContactCard({ contact, lastFor, onEdit }: ContactCardProps) {
  const [deleting, setDeleting] = useState(false)
  const mayChange = useRight('care')
  const { label, icon: Icon } = CONTACT_TYPE_STYLES[contact.contactType]
  return (
    <article className="card lo lo--contact h-full">
      <header className="lo__head">
        <LovedOneAvatar id={contact.id} name={contact.name} />
        <div className="min-w-0">
          <h2 className="text-[1.375rem]">{contact.name}</h2>
          {contact.relationship && <p className="muted">{contact.relationship}</p>}
        </div>
      </header>
      <div className="tags">
        <span className="tag" data-service="other">
          <Icon />
          {label}
        </span>
        {contact.isEmergencyContact && (
          <span className="pill pill--solid">
            <Siren />
            Emergency contact
          </span>
        )}
        {!contact.isEmergencyContact && (
          <span className="pill" data-status="other">
            <BellOff />
            {shortName(contact.name)} is not told about missed calls
          </span>
        )}
        <StandingPill contact={contact} />
        {contact.textsStoppedAt !== null && (
          <span className="pill" data-status="missed">
            <MessageSquareOff />
            Doesn’t want texts
          </span>
        )}
        {contact.callsStoppedAt !== null && (
          <span className="pill" data-status="missed">
            <PhoneOff />
            Doesn’t want calls
          </span>
        )}
      </div>
      <div className="kv num">
        <div>
          <Phone />
          <a className="lo__phone" href={`tel:${contact.phoneNumber}`}>
            {shownPhone(contact.phoneNumber)}
          </a>
        </div>
        <ContactReach contact={contact} />
        {contact.notes && (
          <div>
            <NotebookPen />
            <span className="whitespace-pre-line">{contact.notes}</span>
          </div>
        )}
      </div>
      {mayChange && (
        <div className="flex flex-wrap gap-2 self-end">
          <AskAgain contact={contact} />
          <Button size="sm" aria-label={`Edit ${contact.name}`} onClick={onEdit}>
            <Pencil />
            Edit
          </Button>
          <Button
            variant="danger-ghost"
            size="sm"
            aria-label={`Delete ${contact.name}`}
            onClick={() => setDeleting(true)}
          >
            <Trash2 />
            Delete
          </Button>
        </div>
      )}
      {deleting && <DeleteContact contact={contact} lastFor={lastFor} onClose={() => setDeleting(false)} />}
    </article>
  )
}

function DeleteContact({ contact, lastFor, onClose }: Omit<ContactCardProps, 'onEdit'> & { onClose: () => void }) {
  const remove = useDeleteContact(contact, { isLast: lastFor !== null })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${contact.name}?`}
      description={
        lastFor !== null
          ? `${contact.name} is the last person we can reach for ${lastFor}. Without ${shortName(contact.name)}, there’s nobody else we can tell if ${lastFor} needs help.`
          : contact.isEmergencyContact
            ? `${contact.name} is an emergency contact. You can’t undo this.`
            : 'You can’t undo this.'
      }
      cancelLabel="Keep contact"
      confirmLabel="Delete contact"
      busy={remove.isPending}
      busyLabel="Deleting…"
      onConfirm={() => remove.mutate(undefined, { onSettled: onClose })}
    />
  )
}
