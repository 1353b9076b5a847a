import type { EndedStatus } from '#core/call-policy/attempt-outcome.ts'
import { cancelLater, unlinkFromOtherDials } from '#server/features/dialling/public.ts'
import type { AlertCallsTable } from '#server/platform/database/schema.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import type { IncidentDeps } from '../deps.ts'
import { ESCALATING_STATUSES, type LockedAlertCall, lockAlertCall, lockReplacementOfAlertCall } from './alert-state.ts'
import { makeStepDue, wakeIncidentsWaitingForPhone } from './make-step-due.ts'

export type AlertCallOutcome = NonNullable<AlertCallsTable['outcome']>

/** How an alert by phone ended: as the provider reports, or because it was never placed. */
export type AlertCallEnd =
  | {
      kind: 'ended'
      endedStatus: EndedStatus
      providerCallId: string
      durationSeconds: number | null
      /** The number that was rung, where the provider names it. */
      to?: string | undefined
    }
  | { kind: 'never_rang'; outcome: 'rejected' | 'failed' | 'not_needed' | 'limit' }

/**
 * Applies the fact that an alert by phone ended. If nobody has answered it and the incident waits for it, the next step
 * is due at once. A call that was given up while the provider may still ring is cancelled there. Safe to apply twice
 * and in any order with other facts. The end of a provider call other than the linked one changes nothing.
 */
export async function concludeAlertCall(
  deps: IncidentDeps,
  alertIdOfCallback: number,
  end: AlertCallEnd,
): Promise<void> {
  const free = await retryingTransaction(deps.db, async (trx) => {
    const now = deps.clock.now()
    // Where a fail-over lost the alert of this callback, another one was queued for the same phone.
    const lockReplacement = async () => (end.kind === 'ended' ? lockReplacementOfAlertCall(trx, end, now) : undefined)
    const alert = (await lockAlertCall(trx, alertIdOfCallback)) ?? (await lockReplacement())
    if (!alert || alert.state === 'ended') return null
    const { alertId } = alert
    const providerCallId = end.kind === 'ended' ? end.providerCallId : null
    const isLinkedElsewhere = alert.providerCallId !== null && alert.providerCallId !== providerCallId
    if (providerCallId !== null && isLinkedElsewhere) return null
    if (providerCallId !== null && alert.providerCallId === null) {
      await unlinkFromOtherDials(trx, alert.dialId, providerCallId, now)
    }
    await trx
      .updateTable('alertCalls')
      .set({ state: 'ended', outcome: outcomeOf(alert, end), endedAt: now, nextAt: null })
      .set({ providerCallId: alert.providerCallId ?? providerCallId })
      .set({ durationSeconds: end.kind === 'ended' ? end.durationSeconds : null })
      .where('alertId', '=', alertId)
      .execute()
    if (end.kind === 'never_rang') await cancelLater(trx, alert, now)
    if (alert.answer === null) await makeStepDue(deps, trx, alertId)
    return alert.phoneNumber
  })
  // After the commit: other incidents may be locked by transactions that wait for this one.
  if (free !== null) await wakeIncidentsWaitingForPhone(deps, free)
}

function outcomeOf(alert: LockedAlertCall, end: AlertCallEnd): AlertCallOutcome {
  if (alert.answer !== null) return alert.answer
  if (end.kind === 'never_rang') return end.outcome
  // A person who picked up after somebody else owned it heard that, and had nothing to press.
  const isNeeded = ESCALATING_STATUSES.includes(alert.status)
  switch (end.endedStatus) {
    case 'completed':
      return isNeeded ? 'no_response' : 'not_needed'
    case 'busy':
      return 'busy'
    case 'no-answer':
      return 'no_answer'
    case 'canceled':
      return isNeeded && alert.ringCancelledAt === null ? 'no_answer' : 'not_needed'
    case 'failed':
      return 'failed'
  }
}
