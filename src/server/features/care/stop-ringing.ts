import type { CareDeps } from './deps.ts'

/**
 * Ends the phones that still ring for a call that is over: it was acknowledged by another way meanwhile. Somebody who has
 * picked up is not cut off. Call it after the transaction that ended the call.
 */
export async function stopRinging(deps: Pick<CareDeps, 'db' | 'telephony' | 'log'>, callId: number): Promise<void> {
  const ringing = await deps.db
    .selectFrom('attempts')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .select(['attempts.id', 'providerCallId'])
    .where('callId', '=', callId)
    .where('state', '=', 'placed')
    .where('answeredAt', 'is', null)
    .where('calls.status', 'not in', ['scheduled', 'in_progress'])
    .execute()
  for (const { id, providerCallId } of ringing) {
    if (providerCallId === null || (await deps.telephony.stopRinging(providerCallId))) continue
    deps.log.warn({ attemptId: id }, 'A phone that rings for a call that is over could not be stopped')
  }
}
