import clsx from 'clsx'
import {
  Bell,
  CalendarPlus,
  Check,
  CreditCard,
  type LucideIcon,
  Pencil,
  PhoneMissed,
  UserPlus,
  Voicemail,
  X,
} from 'lucide-react'

type Tone = 'green' | 'amber' | 'red' | 'grey'

const KNOWN: Record<string, readonly [Tone, LucideIcon]> = {
  call_completed: ['green', Check],
  loved_one_added: ['amber', UserPlus],
  call_cancelled: ['red', X],
  call_missed: ['red', PhoneMissed],
  call_failed: ['red', PhoneMissed],
  call_voicemail: ['grey', Voicemail],
  call_scheduled: ['grey', CalendarPlus],
  contact_alerted: ['grey', Bell],
  call_escalated: ['grey', Bell],
}

function look(activityType: string): readonly [Tone, LucideIcon] {
  return KNOWN[activityType] ?? ['grey', activityType.startsWith('subscription') ? CreditCard : Pencil]
}

/** The round sign before an entry of the activity log: green, amber, red or grey, as the specification says. */
export function ActivityIcon({ activityType }: { activityType: string }) {
  const [tone, Icon] = look(activityType)
  return (
    <span className={clsx('act', `a-${tone}`)} aria-hidden="true">
      <Icon />
    </span>
  )
}
