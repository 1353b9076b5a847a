import type { EndedStatus } from '#core/call-policy/attempt-outcome.ts'
import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import type { CareDeps } from '../deps.ts'

/** Whether an attempt began before the database was filled from a backup, or in the gap between the two. */
export function isFromBeforeRestore({ restoredAt }: CareDeps, { startedAt }: { startedAt: Date }): boolean {
  return restoredAt !== null && restoredAt !== undefined && startedAt <= restoredAt
}

/** Whether part of what happened to an attempt may be lost: by a restore, or by a fail-over to a standby that lagged. */
export function isPartlyLost(deps: CareDeps, attempt: { startedAt: Date; outcomeUnknownSince: Date | null }): boolean {
  return attempt.outcomeUnknownSince !== null || isFromBeforeRestore(deps, attempt)
}

/**
 * Whether an attempt that was under way at a fail-over may have been answered with a key that is lost, or have been stopped
 * by somebody. One that rang out has not, nor one that was picked up afterwards: all of its conversation is known.
 */
export function mayHaveLostAnswer(
  { outcomeUnknownSince, answeredAt }: { outcomeUnknownSince: Date | null; answeredAt: Date | null },
  endedStatus: EndedStatus,
): boolean {
  if (outcomeUnknownSince === null || (answeredAt !== null && answeredAt >= outcomeUnknownSince)) return false
  return endedStatus === 'completed' || endedStatus === 'canceled'
}

/** By a fail-over where it is set, else by a restore. */
type InDoubt = { outcomeUnknownSince: Date | null }

/** As `isFromBeforeRestore`, for a question by text. */
export const LOST_REPLY = 'We texted, but may have lost the reply when we restored Cooee from a backup.'

/** Of a question by text whose time was over when Cooee was restored, or its database failed over. */
export const perhapsTexted = ({ outcomeUnknownSince }: InDoubt): string =>
  outcomeUnknownSince === null
    ? "We restored Cooee from a backup, and don't know if we texted in time."
    : "Something went wrong on our side, and we don't know if we texted in time."

/** Of a call that may have been dialled in the time that a fail-over has lost, and is not dialled again. */
export const PERHAPS_RUNG = "Something went wrong on our side, and we don't know if we rang."

/**
 * How a call ends of which part is lost: it may have gone on, so it is not rung again, and people are notified.
 */
export function partlyLostReason(
  outcome: AttemptOutcome,
  { name, outcomeUnknownSince }: InDoubt & { name: string },
): string {
  const knows = outcome === 'no_answer' ? 'The phone rang out' : outcome === 'busy' ? 'The line was busy' : null
  if (outcomeUnknownSince === null) {
    return knows
      ? `${knows}. We then restored Cooee from a backup, and don't know if we tried again.`
      : `We rang, but lost what happened when we restored Cooee from a backup. Please ring ${shortName(name)}.`
  }
  return knows
    ? `${knows}. Something then went wrong on our side, and we don't know if we tried again.`
    : `We rang, but lost what happened when something went wrong on our side. Please ring ${shortName(name)}.`
}
