import type { CallStatus } from '#core/calls/call-vocabulary.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError, notFound } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '../deps.ts'

/**
 * The account's call, locked for a change: a dispatch or an edit at the same time waits, and then sees the change. The
 * loved one is locked first, as in the transactions that remove them, move their zone or take their check-in:
 * transactions that lock several of their calls in different orders would otherwise deadlock.
 */
export async function lockOwnCall(trx: Trx, account: ActingAccount, callId: number) {
  const own = trx.selectFrom('calls').where('calls.id', '=', callId).where('calls.accountId', '=', account.id)
  await trx
    .selectFrom('lovedOnes')
    .select('id')
    .where('id', '=', own.select('calls.lovedOneId'))
    .forNoKeyUpdate()
    .execute()
  // A separate query: a join read before the wait would not find a call that was given to another loved one meanwhile.
  const call = await own.selectAll('calls').forUpdate().executeTakeFirst()
  if (!call) throw notFound('Call')
  const { name, timezone, phoneNumber } = await trx
    .selectFrom('lovedOnes')
    .select(['name', 'timezone', 'phoneNumber'])
    .where('id', '=', call.lovedOneId)
    .executeTakeFirstOrThrow()
  return { ...call, name, timezone, phoneNumber }
}

/** The same, refusing a call that is not scheduled any more. */
export async function lockScheduledCall(trx: Trx, account: ActingAccount, callId: number) {
  const call = await lockOwnCall(trx, account, callId)
  refuseUnlessScheduled(call)
  return call
}

/** A call that is not scheduled any more cannot be changed. */
export function refuseUnlessScheduled({ status }: { status: CallStatus }): void {
  if (status === 'scheduled') return
  throw new AppError('conflict', "This call is no longer scheduled, so you can't change it")
}
