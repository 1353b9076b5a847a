import { AlarmClock, HeartPulse, type LucideIcon, MessageCircleHeart, Phone, PhoneForwarded, Pill } from 'lucide-react'
import { CALL_TYPE_LABELS, CATCH_UP_CALL, CATCH_UP_LABEL } from '#contract/calls/call-labels.ts'
import { type AsksBy, CALL_TYPES, type CallType } from '#core/calls/call-vocabulary.ts'
import { titleCase } from '#core/format/title-case.ts'

const ICONS: Record<CallType, LucideIcon> = {
  daily_check_in: MessageCircleHeart,
  medication_reminder: Pill,
  wellness_check: HeartPulse,
  wake_up_call: AlarmClock,
}

function known(callType: string): CallType | undefined {
  return CALL_TYPES.find((type) => type === callType)
}

/** The words for a call type; an unknown one is title-cased: `custom_call` reads "Custom Call". */
export function callTypeLabel(callType: string): string {
  const type = known(callType)
  if (type) return CALL_TYPE_LABELS[type]
  if (callType === CATCH_UP_CALL) return CATCH_UP_LABEL
  return titleCase(callType)
}

/** The same with how it asks: "Daily Check-in by text". */
export function callLabelOf({ callType, asksBy }: { callType: string; asksBy?: AsksBy }): string {
  return asksBy === 'text' ? `${callTypeLabel(callType)} by text` : callTypeLabel(callType)
}

/** The icon that stands for a call type everywhere. */
export function callTypeIcon(callType: string): LucideIcon {
  const type = known(callType)
  if (type) return ICONS[type]
  return callType === CATCH_UP_CALL ? PhoneForwarded : Phone
}

/** A service or call type: always a square-cornered tag, so that it is never taken for a status. */
export function ServiceTag({ callType, asksBy }: { callType: string; asksBy?: AsksBy }) {
  const Icon = callTypeIcon(callType)
  return (
    <span className="tag" data-service={callType}>
      <Icon />
      {callLabelOf({ callType, asksBy })}
    </span>
  )
}

/** "+2 more", after the tags that fit. */
export function MoreTag({ count }: { count: number }) {
  return (
    <span className="tag tag--plain" data-service="other">
      +{count} more
    </span>
  )
}
