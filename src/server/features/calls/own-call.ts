import { AppError, notFound } from '#server/platform/app-error.ts'
import type { Trx } from '#server/platform/database.ts'
import type { ActingAccount } from './deps.ts'

/**
 * The account's call, locked for a change: whoever departs it or edits it at the same time waits, and then sees the change.
 */
export async function lockOwnCall(trx: Trx, account: ActingAccount, callId: number) {
  const call = await trx
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .selectAll('calls')
    .select(['lovedOnes.name', 'lovedOnes.timezone'])
    .where('calls.id', '=', callId)
    .where('calls.accountId', '=', account.id)
    .forUpdate('calls')
    .executeTakeFirst()
  if (!call) throw notFound('Call')
  return call
}

/** The same, refusing a call that has left the scheduled state. */
export async function lockScheduledCall(trx: Trx, account: ActingAccount, callId: number) {
  const call = await lockOwnCall(trx, account, callId)
  if (call.status !== 'scheduled') {
    throw new AppError('conflict', 'This call is no longer scheduled, so it cannot be changed')
  }
  return call
}
