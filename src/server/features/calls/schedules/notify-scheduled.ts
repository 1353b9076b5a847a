import type { AsksBy, CallType } from '#core/calls/call-vocabulary.ts'
import { recordEvents } from '#server/features/events/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'

interface BookedCall {
  callId: number
  accountId: number
  lovedOneId: number
  callType: CallType
  asksBy: AsksBy
  scheduledFor: Date
  /** The member who booked it; left out where a schedule did. */
  by?: ActingAccount['by']
}

/** Notifies other systems of calls that were booked, each once, in the transaction that books them. */
export function notifyScheduled(trx: Trx, calls: readonly BookedCall[]): Promise<void> {
  return recordEvents(
    trx,
    calls.map(({ accountId, callId, lovedOneId, callType, asksBy, scheduledFor, by }) => ({
      event: 'call.scheduled',
      accountId,
      by,
      data: { callId, lovedOneId, callType, asksBy, scheduledFor: scheduledFor.toISOString() },
    })),
  )
}
