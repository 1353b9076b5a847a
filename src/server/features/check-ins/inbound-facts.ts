import type { InboundFacts } from '#server/adapters/telephony/telephony.ts'
import { type CareDeps, stopRinging } from '#server/features/care/public.ts'
import { takeAnswer, takeCall } from './inbound-call.ts'
import { takeText } from './inbound-text.ts'

/** Applies what reaches Cooee's own number. Everything may come late, twice or out of order. */
export function inboundFacts(deps: CareDeps): InboundFacts {
  /** After the transaction: a phone that rings for a call that is over by it is stopped. */
  const afterwards = async <Result extends { concluded: number[] }>(result: Result): Promise<Result> => {
    for (const callId of new Set(result.concluded)) await stopRinging(deps, callId)
    return result
  }
  const inTransaction = deps.db.transaction()
  return {
    async called(call) {
      return (await afterwards(await inTransaction.execute((trx) => takeCall(deps, trx, call)))).script
    },
    async answered(call, step, heard) {
      return (await afterwards(await inTransaction.execute((trx) => takeAnswer(deps, trx, call, { step, heard }))))
        .script
    },
    async texted(text) {
      return (await afterwards(await inTransaction.execute((trx) => takeText(deps, trx, text)))).reply
    },
  }
}
