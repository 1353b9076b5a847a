import type { ProviderInboundEvents } from '#server/adapters/telephony/telephony.ts'
import { type CareDeps, stopCallsTo, stopRinging } from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { takeText } from '../texts/inbound-text.ts'
import { takeAnswer, takeCall } from './inbound-call.ts'

/** Applies the provider events of Cooee's own number. Each may come late, twice or out of order. */
export function inboundProviderEvents(deps: CareDeps): ProviderInboundEvents {
  /** After the transaction: stops a phone that rings for a call that has ended by it. */
  const afterwards = async <Result extends { concluded: number[]; refusedBy?: string | null }>(
    result: Result,
  ): Promise<Result> => {
    if (result.refusedBy) await stopCallsTo(deps, result.refusedBy)
    for (const callId of new Set(result.concluded)) await stopRinging(deps, callId)
    return result
  }
  const inTransaction = <Result>(work: (trx: Trx) => Promise<Result>) => retryingTransaction(deps.db, work)
  return {
    async called(call) {
      return (await afterwards(await inTransaction((trx) => takeCall(deps, trx, call)))).script
    },
    async answered(call, step, heard) {
      return (await afterwards(await inTransaction((trx) => takeAnswer(deps, trx, call, { step, heard })))).script
    },
    async texted(text) {
      return (await afterwards(await inTransaction((trx) => takeText(deps, trx, text)))).reply
    },
  }
}
