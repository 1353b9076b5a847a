import clsx from 'clsx'
import {
  Bell,
  CalendarPlus,
  Check,
  CreditCard,
  type LucideIcon,
  Pencil,
  Phone,
  PhoneMissed,
  TriangleAlert,
  UserPlus,
  Voicemail,
  X,
} from 'lucide-react'

type Tone = 'green' | 'amber' | 'red' | 'grey'

const KNOWN: Record<string, readonly [Tone, LucideIcon]> = {
  call_completed: ['green', Check],
  loved_one_added: ['amber', UserPlus],
  call_cancelled: ['grey', X],
  call_missed: ['red', PhoneMissed],
  call_failed: ['red', PhoneMissed],
  call_voicemail: ['amber', Voicemail],
  call_scheduled: ['grey', CalendarPlus],
  call_skipped: ['grey', X],
  call_started: ['grey', Phone],
  call_acknowledged: ['grey', Check],
  loved_one_removed: ['grey', X],
  contact_added: ['grey', UserPlus],
  contact_removed: ['grey', X],
  member_added: ['grey', UserPlus],
  member_removed: ['grey', X],
  contact_alerted: ['grey', Bell],
  call_escalated: ['red', Bell],
  call_unresolved: ['red', TriangleAlert],
}

function iconOf(activityType: string): readonly [Tone, LucideIcon] {
  const known = KNOWN[activityType]
  if (known) return known
  if (activityType.startsWith('subscription')) return ['grey', CreditCard]
  return ['grey', activityType.endsWith('_updated') ? Pencil : Bell]
}

/** The round sign before an entry of the activity log: green, amber, red or grey, and by its colour what needs somebody. */
export function ActivityIcon({ activityType }: { activityType: string }) {
  const [tone, Icon] = iconOf(activityType)
  return (
    <span className={clsx('act', `a-${tone}`)} aria-hidden="true">
      <Icon />
    </span>
  )
}
