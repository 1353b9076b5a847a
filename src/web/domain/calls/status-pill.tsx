import {
  Check,
  CirclePause,
  CircleQuestionMark,
  Clock,
  type LucideIcon,
  PhoneCall,
  PhoneMissed,
  PhoneOff,
  Voicemail,
} from 'lucide-react'
import { CALL_STATUS_LABELS, CANCELLED_LABEL } from '#contract/calls/call-labels.ts'
import { CALL_STATUSES, type CallStatus } from '#core/calls/call-vocabulary.ts'

const ICONS: Record<CallStatus, LucideIcon> = {
  scheduled: Clock,
  in_progress: PhoneCall,
  completed: Check,
  voicemail: Voicemail,
  failed: PhoneOff,
  missed: PhoneMissed,
  away: CirclePause,
}

/** The icon that stands for a status everywhere. */
export function statusIcon(status: string): LucideIcon {
  const known = CALL_STATUSES.find((candidate) => candidate === status)
  return known ? ICONS[known] : CircleQuestionMark
}

/** In place of the outcome of a call that the account holder cancelled while it was under way. */
export function CancelledPill() {
  return (
    <span className="pill" data-status="cancelled">
      <PhoneOff />
      {CANCELLED_LABEL}
    </span>
  )
}

/** A call's status: always a pill, with an icon and a word beside its colour. */
export function StatusPill({ status }: { status: string }) {
  const known = CALL_STATUSES.find((candidate) => candidate === status)
  const Icon = statusIcon(status)
  return (
    <span className="pill" data-status={status}>
      <Icon />
      {known ? CALL_STATUS_LABELS[known] : 'Unknown'}
    </span>
  )
}
