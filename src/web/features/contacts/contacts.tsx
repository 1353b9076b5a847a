import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ArrowUpDown, Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Contact } from '#contract/people/contacts.ts'
import { isLastReachable } from '#core/contacts/is-last-reachable.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { ForRight, useRight } from '#web/domain/account/rights.tsx'
import { BackLink } from '#web/domain/back-link.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { ContactsHealthNote } from '#web/domain/people/contacts-health.tsx'
import { nobodyElseIsNotified } from '#web/domain/people/emergency-contact.tsx'
import { SaveNumber } from '#web/domain/people/save-number.tsx'
import { useLovedOne } from '#web/domain/people/use-loved-one.ts'
import { contactsSearch } from '#web/domain/search-parameters.ts'
import { waitingDraft } from '#web/lib/forms/draft.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { Redirect } from '#web/lib/routing/redirect.tsx'
import { useSearch } from '#web/lib/routing/search.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { KookaburraWire } from '#web/ui/illustrations/kookaburra-wire.tsx'
import { EmptyState, ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { ContactCard } from './contact-card.tsx'
import { ContactDialog } from './contact-dialog.tsx'
import { contactsQuery } from './contacts-api.ts'
import { NotifyContact } from './notify-contact.tsx'
import { OrderContacts } from './order-contacts.tsx'

const SAVE_FOR_CONTACTS = 'Alerts come from this number. Ask your contacts to save it, so they pick up.'

/** Whom to notify about one loved one. Without one in the address there is nothing to show here. */
export function Contacts() {
  useDocumentTitle('Contacts')
  const { lovedOneId, add } = useSearch(contactsSearch)
  if (lovedOneId === undefined) return <Redirect to="/loved-ones" />
  if (lovedOneId === 0) return <NobodySelected />
  return <ContactsOf lovedOneId={lovedOneId} opensForm={add === true} />
}

function NobodySelected() {
  return (
    <>
      <header className="page-head">
        <h1>Contacts</h1>
      </header>
      <section className="card">
        <EmptyState
          title="No loved one selected."
          illustration={<KookaburraWire className="illus" />}
          action={
            <AppLink className={buttonClass({ variant: 'primary' })} href="/loved-ones">
              <ArrowLeft />
              Go Back to Loved Ones
            </AppLink>
          }
        >
          Contacts belong to a loved one. Choose someone first.
        </EmptyState>
      </section>
    </>
  )
}

/** Which dialog is open: a new contact, one to change, or none. */
type Editing = { contact?: Contact } | undefined

function ContactsOf({ lovedOneId, opensForm }: { lovedOneId: number; opensForm: boolean }) {
  const mayChange = useRight('care')
  const [editing, setEditing] = useState<Editing>(opensForm ? {} : undefined)
  const [untold, setUnnotified] = useState<Contact>()
  const [isOrdering, setOrdering] = useState(false)
  const query = useQuery(contactsQuery(lovedOneId))
  // Not the name in the address: that one may be old, or anybody's invention.
  const { lovedOne } = useLovedOne(lovedOneId)
  const lovedOneName = lovedOne?.name
  const contacts = useLoadState(query)
  const loaded = contacts.status === 'ready' ? contacts.data : undefined
  const [draft, setDraft] = useState(() => waitingDraft(`contact-of-${lovedOneId}/`))
  // In whose form somebody was typing when the session ended, it opens again.
  useEffect(() => {
    if (!draft || !loaded) return
    const contact = loaded.find(({ id }) => String(id) === draft)
    if (contact || draft === 'new') setEditing({ contact })
    setDraft(undefined)
  }, [draft, loaded])
  const isLast = (contact: Contact) =>
    lovedOne !== undefined &&
    isLastReachable(contact, loaded?.filter((other) => other !== contact) ?? [], lovedOne.emergencyContactPhone)
  const canOrder = contacts.status === 'ready' && contacts.data.length > 1
  return (
    <>
      <BackLink href="/loved-ones">Back to Loved Ones</BackLink>
      <header className="page-head">
        <div>
          <h1>Contacts</h1>
          <p>{lovedOneName ? `For ${lovedOneName}` : '\u00a0'}</p>
        </div>
        <div className="page-head__actions">
          <ForRight right="care">
            {canOrder && !isOrdering && (
              <Button className="max-md:order-1" onClick={() => setOrdering(true)}>
                <ArrowUpDown />
                Change Order
              </Button>
            )}
            <Button variant="primary" onClick={() => setEditing({})}>
              <Plus />
              Add Contact
            </Button>
          </ForRight>
        </div>
      </header>
      {contacts.status === 'ready' && contacts.stale && <StaleNotice />}
      {lovedOne && !lovedOne.hasEmergencyContact && contacts.status === 'ready' && contacts.data.length > 0 && (
        <Callout kind="warning" title="No emergency contact">
          <p>
            {nobodyElseIsNotified([shortName(lovedOne.name)])}
            {mayChange && ' Edit a contact and switch on “Emergency contact” for everyone we should tell.'}
          </p>
        </Callout>
      )}
      {lovedOne?.hasEmergencyContact && <ContactsHealthNote lovedOne={lovedOne} />}
      {content()}
      {mayChange && editing && (
        <ContactDialog
          lovedOneId={lovedOneId}
          lovedOneName={lovedOneName}
          contact={editing.contact}
          isEmergencyContact={opensForm}
          onClose={() => setEditing(undefined)}
          onAddedUnnotified={setUnnotified}
        />
      )}
      {untold && (
        <NotifyContact contact={untold} lovedOneName={lovedOneName} onClose={() => setUnnotified(undefined)} />
      )}
    </>
  )

  function content() {
    if (contacts.status === 'loading') return <ContactsLoading />
    if (contacts.status === 'failed') {
      return (
        <section className="card">
          <ErrorState
            title="Failed to fetch contacts"
            hint={contacts.error.message}
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        </section>
      )
    }
    if (contacts.data.length === 0) {
      return (
        <section className="card">
          <EmptyState title="No contacts yet">
            {mayChange
              ? `Add the people you’d ring about ${lovedOneName ? shortName(lovedOneName) : 'them'}: family, friends, neighbours, carers.`
              : 'You’ll see the people we can ask to check here.'}
            {lovedOne && !lovedOne.hasEmergencyContact && (
              <span className="mt-2 block">{nobodyElseIsNotified([shortName(lovedOne.name)])}</span>
            )}
          </EmptyState>
        </section>
      )
    }
    if (mayChange && isOrdering && canOrder) {
      return <OrderContacts lovedOneId={lovedOneId} contacts={contacts.data} onDone={() => setOrdering(false)} />
    }
    return (
      <>
        <ul className="lo-grid">
          {contacts.data.map((contact) => (
            <li key={contact.id}>
              <ContactCard
                contact={contact}
                lastFor={isLast(contact) ? shortName(lovedOneName ?? '') : null}
                onEdit={() => setEditing({ contact })}
              />
            </li>
          ))}
        </ul>
        <SaveNumber why={SAVE_FOR_CONTACTS} />
      </>
    )
  }
}

function ContactsLoading() {
  return (
    <div className="lo-grid">
      <LoadingStatus>Loading contacts</LoadingStatus>
      <Skeleton height="14rem" />
      <Skeleton height="14rem" />
    </div>
  )
}
