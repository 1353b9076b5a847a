import { ChartNoAxesColumn, ContactRound, Luggage, Pencil, Phone, Trash2 } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { SuspendedMark } from '#web/domain/account/suspended.tsx'
import { callDateTime } from '#web/domain/calls/call-when.tsx'
import { NextTry, nextCallWaiting } from '#web/domain/calls/next-try.tsx'
import { callLabelOf, MoreTag, ServiceTag } from '#web/domain/calls/service-tag.tsx'
import { callsPath, contactsPath, reportPath } from '#web/domain/paths.ts'
import { AwayNote } from '#web/domain/people/away-note.tsx'
import { ConsentNote } from '#web/domain/people/consent-note.tsx'
import { ContactsHealthFlag } from '#web/domain/people/contacts-health.tsx'
import { lacksEmergencyContact, NoEmergencyContact } from '#web/domain/people/emergency-contact.tsx'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'
import { isNextRefused } from '#web/domain/people/refused.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { useGo } from '#web/lib/routing/app-link.tsx'
import { RowMenu } from '#web/ui/overlay/row-menu.tsx'
import { relationshipInWords } from './relationship-in-words.ts'
import './loved-one-row.css'

const SHOWN_SERVICES = 2

interface LovedOneRowProps {
  lovedOne: LovedOne
  onEdit: () => void
  onAway: () => void
  onRemove: () => void
}

/** A loved one in the list. */
export function LovedOneRow({ lovedOne, onEdit, onAway, onRemove }: LovedOneRowProps) {
  const go = useGo()
  const mayChange = useRight('care')
  const { id, name, relationship, phoneNumber, timezone, activeServices, nextCall } = lovedOne
  const nextTime = nextCall && callDateTime(nextCall.scheduledTime, timezone)
  const waiting = nextCall && nextCallWaiting(nextCall)
  const more = activeServices.length - SHOWN_SERVICES
  return (
    <li className="lo-row">
      <LovedOneAvatar id={id} name={name} />
      <div>
        <span className="who__name">{name}</span>
        {relationshipInWords(relationship) && <span className="who__sub">{relationshipInWords(relationship)}</span>}
      </div>
      <span className="lo-row__phone num">{shownPhone(phoneNumber)}</span>
      <div className="lo-row__tags tags">
        {activeServices.slice(0, SHOWN_SERVICES).map((callType) => (
          <ServiceTag key={callType} callType={callType} />
        ))}
        {more > 0 && <MoreTag count={more} />}
        {activeServices.length === 0 && <span className="muted">No active services</span>}
      </div>
      <span className="lo-row__next lo-row__next--d when num">
        {nextCall ? (
          <>
            <b>{nextTime}</b>
            <br />
            <small>{callLabelOf(nextCall)}</small>{' '}
            <SuspendedMark isRefused={isNextRefused(lovedOne)} away={nextCall.away === true} asksBy={nextCall.asksBy} />
            {waiting && <NextTry waiting={waiting} zone={timezone} />}
          </>
        ) : (
          <span className="muted">No upcoming calls</span>
        )}
      </span>
      <span className="lo-row__next lo-row__next--m num muted small">
        {nextCall ? `${nextTime} (${callLabelOf(nextCall)})` : 'No active services'}{' '}
        {nextCall && (
          <SuspendedMark isRefused={isNextRefused(lovedOne)} away={nextCall.away === true} asksBy={nextCall.asksBy} />
        )}
        {waiting && <NextTry waiting={waiting} zone={timezone} />}
      </span>
      <div className="col-[-2] row-start-1">
        <RowMenu
          label={`Actions for ${name}`}
          items={[
            ...(mayChange ? [{ label: 'Edit Details', icon: Pencil, onSelect: onEdit }] : []),
            {
              label: mayChange ? 'Manage Calls' : 'Calls',
              icon: Phone,
              onSelect: () => go(callsPath({ lovedOneId: id })),
            },
            {
              label: mayChange ? 'Manage Contacts' : 'Contacts',
              icon: ContactRound,
              onSelect: () => go(contactsPath({ id, name })),
            },
            { label: 'How they’ve been', icon: ChartNoAxesColumn, onSelect: () => go(reportPath(id)) },
            ...(mayChange
              ? [
                  { label: 'Away', icon: Luggage, onSelect: onAway },
                  { label: 'Remove', icon: Trash2, onSelect: onRemove, destructive: true },
                ]
              : []),
          ]}
        />
      </div>
      <AwayNote lovedOne={lovedOne} />
      <ConsentNote lovedOne={lovedOne} />
      {lacksEmergencyContact(lovedOne) && <NoEmergencyContact lovedOne={lovedOne} />}
      {lovedOne.hasEmergencyContact && <ContactsHealthFlag lovedOne={lovedOne} />}
    </li>
  )
}
