import type { AsksBy, AttemptOutcome, CallStatus, CallType } from '#core/calls/call-vocabulary.ts'
import type { RecurrencePattern, WeekDay } from '#core/recurrence/recurrence.ts'

export const CALL_TYPE_LABELS: Record<CallType, string> = {
  daily_check_in: 'Daily Check-in',
  medication_reminder: 'Medication Reminder',
  wellness_check: 'Wellness Check',
  wake_up_call: 'Wake-up Call',
}

/** What the wire shows as the type of a call that makes up for others which could not be placed. It cannot be scheduled. */
export const CATCH_UP_CALL = 'catch_up_call'
export const CATCH_UP_LABEL = 'Catch-up Call'

interface LabelledCall {
  callType: CallType
  catchUpFor?: Date | null
  /** Left out: by ringing. */
  asksBy?: AsksBy
}

/** What a call is named in a sentence: by its type, unless it makes up for others; "Daily Check-in by text". */
export function callLabel({ callType, catchUpFor, asksBy }: LabelledCall): string {
  const label = catchUpFor ? CATCH_UP_LABEL : CALL_TYPE_LABELS[callType]
  return asksBy === 'text' ? `${label} by text` : label
}

export const CALL_STATUS_LABELS: Record<CallStatus, string> = {
  scheduled: 'Scheduled',
  in_progress: 'In progress',
  completed: 'Completed',
  failed: 'Failed',
  missed: 'Missed',
  voicemail: 'Voicemail',
  away: 'Away',
}

/** Of a call that its account holder cancelled while it was under way, and that ended without an answer. */
export const CANCELLED_LABEL = 'Cancelled'

export const ATTEMPT_OUTCOME_LABELS: Record<AttemptOutcome | 'stopped', string> = {
  acknowledged: 'Answered and responded',
  help: 'Asked for help',
  not_yet: 'Not yet, ringing again',
  no_answer: 'No answer',
  busy: 'Busy',
  no_response: 'Picked up, no answer',
  not_understood: 'Answered, not understood',
  machine: 'Answering machine',
  rejected: 'Number refused',
  failed: "Didn't go through",
  stopped: 'We stopped ringing',
}

export const RECURRENCE_LABELS: Record<RecurrencePattern, string> = {
  once: 'One Time',
  daily: 'Daily',
  weekdays: 'Weekdays (Mon-Fri)',
  weekends: 'Weekends (Sat-Sun)',
  weekly: 'Weekly',
  monthly: 'Monthly',
  custom: 'Custom',
}

export const WEEK_DAY_LABELS: Record<WeekDay, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  saturday: 'Saturday',
  sunday: 'Sunday',
}
