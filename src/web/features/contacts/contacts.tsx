import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowLeft, HandHeart, type LucideIcon, NotebookPen, Phone, Siren, Smile, UsersRound } from 'lucide-react'
import { z } from 'zod'
import { type CONTACT_TYPES, type Contact, contactSchema } from '#contract/contacts.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { LovedOneAvatar } from '#web/domain/loved-one-avatar.tsx'
import { api } from '#web/lib/api-client.ts'
import { AppLink } from '#web/lib/app-link.tsx'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { useLoadState } from '#web/lib/load-state.ts'
import { Redirect } from '#web/lib/redirect.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState, ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'

type ContactType = (typeof CONTACT_TYPES)[number]
const TYPES: Record<ContactType, { label: string; icon: LucideIcon }> = {
  family: { label: 'Family', icon: UsersRound },
  friend: { label: 'Friend', icon: Smile },
  caregiver: { label: 'Caregiver', icon: HandHeart },
  emergency: { label: 'Emergency', icon: Siren },
}

const route = getRouteApi('/signed-in/contacts')

/** The contacts of one loved one. */
export function contactsQuery(lovedOneId: number) {
  return queryOptions({
    queryKey: ['contacts', lovedOneId],
    queryFn: ({ signal }) => api.get(z.array(contactSchema), '/api/contacts', { query: { lovedOneId }, signal }),
  })
}

/** Whom to tell about one loved one. Without one in the address there is nothing to show here. */
export function Contacts() {
  useDocumentTitle('Contacts')
  const { lovedOneId, lovedOneName } = route.useSearch()
  return (
    <>
      <div className="back">
        <AppLink className={`${buttonClass({ variant: 'ghost', size: 'sm' })} back__link`} href="/loved-ones">
          <ArrowLeft />
          Back to Loved Ones
        </AppLink>
      </div>
      <header className="page-head">
        <div>
          <h1>Contacts</h1>
          {lovedOneName && <p>For {lovedOneName}</p>}
        </div>
      </header>
      {lovedOneId === undefined && <Redirect to="/loved-ones" />}
      {lovedOneId === undefined ? (
        <EmptyState
          title="No loved one selected."
          action={
            <AppLink className={buttonClass({ variant: 'primary' })} href="/loved-ones">
              Go Back to Loved Ones
            </AppLink>
          }
        />
      ) : (
        <ContactList lovedOneId={lovedOneId} />
      )}
    </>
  )
}

function ContactList({ lovedOneId }: { lovedOneId: number }) {
  const query = useQuery(contactsQuery(lovedOneId))
  const contacts = useLoadState(query)
  if (contacts.status === 'loading') {
    return (
      <div className="lo-grid">
        <LoadingStatus>Loading contacts</LoadingStatus>
        <Skeleton height="12rem" />
        <Skeleton height="12rem" />
      </div>
    )
  }
  if (contacts.status === 'failed') {
    return <ErrorState title="Failed to fetch contacts" onRetry={() => query.refetch()} retrying={query.isFetching} />
  }
  if (contacts.data.length === 0) return <EmptyState title="No contacts yet" />
  return (
    <ul className="lo-grid">
      {contacts.data.map((contact) => (
        <li key={contact.id}>
          <ContactCard contact={contact} />
        </li>
      ))}
    </ul>
  )
}

function ContactCard({ contact }: { contact: Contact }) {
  const { label, icon: Icon } = TYPES[contact.contactType]
  return (
    <article className="card lo lo--contact">
      <header className="lo__head">
        <LovedOneAvatar id={contact.id} name={contact.name} />
        <div className="min-w-0">
          <h2 className="lo__name">{contact.name}</h2>
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
      </div>
      <div className="kv num">
        <div>
          <Phone />
          <a href={`tel:${contact.phoneNumber}`}>{displayPhone(contact.phoneNumber)}</a>
        </div>
        {contact.notes && (
          <div>
            <NotebookPen />
            <span>{contact.notes}</span>
          </div>
        )}
      </div>
    </article>
  )
}
