import { CalendarOff, Clock, Globe, Languages, Phone } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { LANGUAGE_NAMES } from '#core/languages/language-names.ts'
import { zoneLabel } from '#core/time-zones.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { SuspendedMark } from '#web/domain/account/suspended.tsx'
import { callDateTime } from '#web/domain/calls/call-when.tsx'
import { NextTry, nextCallWaiting } from '#web/domain/calls/next-try.tsx'
import { callLabelOf, ServiceTag } from '#web/domain/calls/service-tag.tsx'
import { callsPath, contactsPath, reportPath } from '#web/domain/paths.ts'
import { AwayNote } from '#web/domain/people/away-note.tsx'
import { ConsentNote } from '#web/domain/people/consent-note.tsx'
import { ContactsHealthFlag } from '#web/domain/people/contacts-health.tsx'
import { lacksEmergencyContact, NoEmergencyContact } from '#web/domain/people/emergency-contact.tsx'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'
import { isNextRefused } from '#web/domain/people/refused.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { relationshipInWords } from './relationship-in-words.ts'

interface LovedOneCardProps {
  lovedOne: LovedOne
  onEdit: () => void
  /** Sets or changes their time away. */
  onAway: () => void
}

/** A loved one in the grid. */
export function LovedOneCard({ lovedOne, onEdit, onAway }: LovedOneCardProps) {
  const { id, name, relationship, phoneNumber, timezone, language, activeServices, nextCall } = lovedOne
  const mayChange = useRight('care')
  const waiting = nextCall && nextCallWaiting(nextCall)
  const about = <VisuallyHidden>for {name}</VisuallyHidden>
  return (
    <Card as="article" className="lo">
      <header className="lo__head">
        <LovedOneAvatar id={id} name={name} size="lg" />
        <div>
          <h2>{name}</h2>
          {relationshipInWords(relationship) && <p className="muted">{relationshipInWords(relationship)}</p>}
        </div>
      </header>
      <div className="kv lo__facts num">
        <div>
          <Phone />
          <span className="lo__phone">{shownPhone(phoneNumber)}</span>
        </div>
        <div>
          <Globe />
          <span>{zoneLabel(timezone)}</span>
        </div>
        {language !== 'en-AU' && (
          <div>
            <Languages />
            <span>We speak {LANGUAGE_NAMES[language].english}</span>
          </div>
        )}
      </div>
      <div>
        <h3 className="lo__label">Active Services</h3>
        {activeServices.length > 0 ? (
          <div className="tags">
            {activeServices.map((callType) => (
              <ServiceTag key={callType} callType={callType} />
            ))}
          </div>
        ) : (
          <p className="muted">No active services</p>
        )}
      </div>
      <div>
        <h3 className="lo__label">Next Scheduled Call</h3>
        <div className="lo__next num">
          {nextCall ? (
            <>
              <Clock />
              <span>
                <b>{callDateTime(nextCall.scheduledTime, timezone)}</b>
                {callLabelOf(nextCall)}{' '}
                <SuspendedMark
                  isRefused={isNextRefused(lovedOne)}
                  away={nextCall.away === true}
                  asksBy={nextCall.asksBy}
                />
                {waiting && <NextTry waiting={waiting} zone={timezone} />}
              </span>
            </>
          ) : (
            <>
              <CalendarOff />
              <span>No upcoming calls</span>
            </>
          )}
        </div>
        <AwayNote lovedOne={lovedOne} />
        <ConsentNote lovedOne={lovedOne} />
        {lacksEmergencyContact(lovedOne) && <NoEmergencyContact lovedOne={lovedOne} />}
        {lovedOne.hasEmergencyContact && <ContactsHealthFlag lovedOne={lovedOne} />}
      </div>
      <div className="lo__actions">
        {mayChange && (
          <Button size="sm" onClick={onEdit}>
            <span>Edit Details {about}</span>
          </Button>
        )}
        <AppLink className={buttonClass({ variant: 'secondary', size: 'sm' })} href={callsPath({ lovedOneId: id })}>
          <span>
            {mayChange ? 'Manage Calls' : 'Calls'} {about}
          </span>
        </AppLink>
        <AppLink className={buttonClass({ size: 'sm' })} href={contactsPath({ id, name })}>
          <span>Contacts {about}</span>
        </AppLink>
        {mayChange && (
          <Button size="sm" onClick={onAway}>
            <span>Away {about}</span>
          </Button>
        )}
        <AppLink className={buttonClass({ size: 'sm' })} href={reportPath(id)}>
          <span>How they’ve been {about}</span>
        </AppLink>
      </div>
    </Card>
  )
}
