import { CircleCheck, CircleHelp, CircleX, Clock, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { Contact } from '#contract/people/contacts.ts'
import type { ContactStanding } from '#core/contacts/contact-state.ts'

interface Style {
  label: string
  status: string
  icon: LucideIcon
}

/** Null: the pills of what the phone refuses say it. */
const STYLES: Record<ContactStanding, Style | null> = {
  agreed: { label: 'Agreed', status: 'completed', icon: CircleCheck },
  waiting: { label: 'Asked, no answer yet', status: 'other', icon: Clock },
  not_confirmed: { label: 'Not confirmed', status: 'voicemail', icon: CircleHelp },
  declined: { label: 'Said no', status: 'missed', icon: CircleX },
  stopped: null,
  unreachable: { label: 'Can’t be reached', status: 'missed', icon: TriangleAlert },
}

/** Whether a contact has agreed. */
export function StandingPill({ contact: { standing, askedAt } }: { contact: Pick<Contact, 'standing' | 'askedAt'> }) {
  const style = standing === 'waiting' && askedAt === null ? NOT_ASKED : STYLES[standing]
  if (!style) return null
  const { label, status, icon: Icon } = style
  return (
    <span className="pill" data-status={status}>
      <Icon />
      {label}
    </span>
  )
}

const NOT_ASKED: Style = { label: 'Not asked yet', status: 'other', icon: Clock }
