import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import type { CareDeps } from './deps.ts'

/** Whether an attempt began before the database was filled from a backup, or in the gap between the two. */
export function isFromBeforeRestore({ restoredAt }: CareDeps, { startedAt }: { startedAt: Date }): boolean {
  return restoredAt !== null && restoredAt !== undefined && startedAt <= restoredAt
}

/** How a call ends of which the backup does not know all: it may have gone on, so it is not rung again, and people are told. */
export function lostInRestore(outcome: AttemptOutcome, name: string): string {
  const knows =
    outcome === 'no_answer' ? `${name}'s phone rang out` : outcome === 'busy' ? `${name}'s line was busy` : null
  return knows
    ? `${knows}. Cooee was restored from a backup meanwhile and does not know of any further try.`
    : `The phone was rung, but what came of it was lost when Cooee was restored from a backup. Please ring ${name}.`
}
