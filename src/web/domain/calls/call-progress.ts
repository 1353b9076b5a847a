import type { Call } from '#contract/calls/calls.ts'

/** Where a call that is under way really is: `in_progress` also covers the pause between two tries, and an outage. */
export type CallProgress = 'awaits_reply' | 'ringing' | 'on_the_phone' | 'between_tries' | 'not_connected'

export function callProgress({
  attempts,
  asksBy,
}: Pick<Call, 'attempts'> & Partial<Pick<Call, 'asksBy'>>): CallProgress {
  const open = attempts.find((attempt) => attempt.endedAt === null)
  if (open && asksBy === 'text') return 'awaits_reply'
  if (open) return open.answeredAt === null ? 'ringing' : 'on_the_phone'
  return attempts.length > 0 ? 'between_tries' : 'not_connected'
}
