import { type AnsweredBy, ENDED_STATUSES, type EndedStatus } from '#core/call-policy/attempt-outcome.ts'

/** Twilio's final call statuses; null for `queued`, `initiated`, `ringing` and `in-progress`. */
export function endedStatus(status: string): EndedStatus | null {
  return ENDED_STATUSES.find((ended) => ended === status) ?? null
}

/** Twilio's AnsweredBy as one of four; null when detection said nothing. */
export function answeredBy(value: string | null | undefined): AnsweredBy | null {
  if (!value) return null
  if (value.startsWith('machine')) return 'machine'
  return value === 'human' || value === 'fax' ? value : 'unknown'
}
