import type { EscalationTiming } from '#core/escalation/ladder/escalation-timing.ts'

const MINUTE_MS = 60_000

/** Until when somebody who takes an incident on now owns it without another report; `etaMinutes` is how long they need to get there. */
export function ownedUntil(
  { ownershipMs, afterArrivalMs }: Pick<EscalationTiming, 'ownershipMs' | 'afterArrivalMs'>,
  etaMinutes: number | null,
  now: Date,
): Date {
  return new Date(now.getTime() + Math.max(ownershipMs, (etaMinutes ?? 0) * MINUTE_MS + afterArrivalMs))
}
