import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import { shortName } from '#core/escalation/texts/short-name.ts'
import type { CareDeps } from '../deps.ts'

/** Whether an attempt began before the database was filled from a backup, or in the gap between the two. */
export function isFromBeforeRestore({ restoredAt }: CareDeps, { startedAt }: { startedAt: Date }): boolean {
  return restoredAt !== null && restoredAt !== undefined && startedAt <= restoredAt
}

/** As `isFromBeforeRestore`, for a question by text. */
export const LOST_REPLY = 'We texted, but may have lost the reply when we restored Cooee from a backup.'

/** Of a question by text whose time was over when Cooee was restored. */
export const PERHAPS_TEXTED = "We restored Cooee from a backup, and don't know if we texted in time."

/**
 * How a call ends that the backup does not know fully: it may have gone on, so it is not rung again, and people are
 * notified.
 */
export function lostInRestore(outcome: AttemptOutcome, name: string): string {
  const knows = outcome === 'no_answer' ? 'The phone rang out' : outcome === 'busy' ? 'The line was busy' : null
  return knows
    ? `${knows}. We then restored Cooee from a backup, and don't know if we tried again.`
    : `We rang, but lost what happened when we restored Cooee from a backup. Please ring ${shortName(name)}.`
}
