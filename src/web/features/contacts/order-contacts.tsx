import './contacts.css'
import clsx from 'clsx'
import { ArrowDown, ArrowUp, Check, GripVertical, Siren } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Contact } from '#contract/people/contacts.ts'
import { errorText } from '#web/lib/http/api-client.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/card.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useOrderContacts } from './contacts-api.ts'
import { inOrderOf, moved } from './moved.ts'
import { useDragToOrder } from './use-drag-to-order.ts'

type Direction = 'up' | 'down'

interface OrderContactsProps {
  lovedOneId: number
  contacts: readonly Contact[]
  onDone: () => void
}

/** The contacts as a list whose order is changed by buttons or by dragging; every move is saved at once. */
export function OrderContacts({ lovedOneId, contacts, onDone }: OrderContactsProps) {
  const save = useOrderContacts(lovedOneId)
  // What was asked for, until the server's list has come: polling must not put a row back on the way.
  const [wanted, setWanted] = useState<readonly number[] | null>(null)
  const unsaved = useRef(0)
  const [announcement, setAnnouncement] = useState('')
  const shown = wanted ? inOrderOf(contacts, wanted) : contacts
  const list = useRef<HTMLOListElement>(null)
  const keepFocus = useRef<{ id: number; direction: Direction }>(null)

  function move(from: number, to: number) {
    const contact = shown[from]
    if (!contact || to < 0 || to >= shown.length) return
    const next = moved(shown, from, to)
    const ids = next.map(({ id }) => id)
    setWanted(ids)
    setAnnouncement(`${contact.name} is now ${to + 1} of ${shown.length}`)
    unsaved.current += 1
    save.mutateAsync(ids).then(saved, notSaved)
  }
  function saved() {
    unsaved.current -= 1
    if (unsaved.current === 0) setWanted(null)
  }
  function notSaved(error: unknown) {
    saved()
    setAnnouncement('')
    toast.error(`Failed to save the order: ${errorText(error, 'Please try again.')}`)
  }

  const drag = useDragToOrder(list, move)

  // A row that changes its place in the document loses the focus on its way.
  useLayoutEffect(() => {
    if (!wanted || !keepFocus.current) return
    const { id, direction } = keepFocus.current
    keepFocus.current = null
    list.current?.querySelector<HTMLElement>(`[data-contact="${id}"] [data-direction="${direction}"]`)?.focus()
  }, [wanted])

  function button(contact: Contact, index: number, direction: Direction) {
    const Icon = direction === 'up' ? ArrowUp : ArrowDown
    return (
      <Button
        icon
        size="sm"
        data-direction={direction}
        aria-label={`Move ${contact.name} ${direction}`}
        disabled={index === (direction === 'up' ? 0 : shown.length - 1)}
        onClick={() => {
          keepFocus.current = { id: contact.id, direction }
          move(index, direction === 'up' ? index - 1 : index + 1)
        }}
      >
        <Icon />
      </Button>
    )
  }

  return (
    <Panel
      title="Order"
      action={
        <Button variant="secondary" size="sm" onClick={onDone}>
          <Check />
          Done
        </Button>
      }
    >
      <p className="muted px-5 pb-3 md:px-6">Who comes first? Use the arrows, or drag a row by its handle.</p>
      <ol ref={list} className="order">
        {shown.map((contact, index) => (
          <li
            key={contact.id}
            data-contact={contact.id}
            className={clsx('order__row', index === drag.draggedIndex && 'is-dragged')}
            style={drag.rowStyle(index)}
          >
            <span className="order__handle" aria-hidden="true" {...drag.handleProps(index)}>
              <GripVertical />
            </span>
            <span className="order__place num" aria-hidden="true">
              {index + 1}
            </span>
            <span className="order__who">
              <span className="who__name">{contact.name}</span>
              {contact.relationship && <span className="who__sub">{contact.relationship}</span>}
            </span>
            <span className="order__moves">
              {button(contact, index, 'up')}
              {button(contact, index, 'down')}
            </span>
            {contact.isEmergencyContact && (
              <span className="pill pill--solid order__pill">
                <Siren />
                Emergency contact
              </span>
            )}
          </li>
        ))}
      </ol>
      <LiveRegion>{announcement}</LiveRegion>
    </Panel>
  )
}
