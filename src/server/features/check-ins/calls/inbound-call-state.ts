import type { ScriptPart } from '#core/call-script/script.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** A call to Cooee's number, locked until the transaction ends. */
export type InboundCall = Awaited<ReturnType<typeof lockInboundCall>>

/**
 * Writes an inbound call down when it is first reported, and locks it: a repeated report waits, and changes nothing.
 */
export async function lockInboundCall(
  trx: Trx,
  { from, providerCallId }: { from: string; providerCallId: string },
  now: Date,
) {
  await trx
    .insertInto('inboundCalls')
    .values({ providerCallId, phoneNumber: from || null, receivedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return trx
    .selectFrom('inboundCalls')
    .selectAll()
    .where('providerCallId', '=', providerCallId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

/** Stores what was said after a step, with the present state of the call. */
export async function keepReply(
  trx: Trx,
  call: InboundCall,
  { step, script, keys = '' }: { step: string; script: readonly ScriptPart[]; keys?: string },
): Promise<void> {
  const replies = { ...call.replies, [step]: script }
  await trx
    .updateTable('inboundCalls')
    .set((eb) => ({ keys: eb('keys', '||', keys) }))
    .set({ replies: JSON.stringify(replies), checkedIn: call.checkedIn })
    .set({ incidentId: call.incidentId, incidentPersonId: call.incidentPersonId })
    .where('providerCallId', '=', call.providerCallId)
    .execute()
}
