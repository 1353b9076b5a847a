import { sentFullName } from '#core/names/sent-words.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import {
  dropCatchUp,
  lockCatchUpsUnderWay,
  lockOwnCall,
  noteReached,
  resolveUnderWay,
} from '#server/features/calls/public.ts'
import { answerAsMember } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { ActingAccount } from '#server/platform/http/requests/acting-account.ts'
import type { CareDeps } from '../deps.ts'

const OVER = "This call is over, and we're not alerting anyone about it."
const NOT_BEGUN = "This call hasn't started yet. To leave it out, skip or cancel it."

interface Resolved {
  account: ActingAccount
  callId: number
  /** In the account holder's words, for the call's timeline. */
  note: string | null
  /** When help was last asked for of which the account holder's screen showed; null: it showed none. Without it, what they were sent counts. */
  knownUntil?: Date | null | undefined
}

/**
 * "I have reached her": the account holder has spoken with the loved one. A call under way is not retried and alarms
 * nobody, as when it is cancelled; a person who talks is not cut off, and what they answer counts. The incident that is
 * open about them ends by the account holder's answer, with an all-clear to everybody who was alerted. A catch-up call
 * under way ends too. Refuses a call that is scheduled, a call that has ended without an open alert, and an account holder
 * who does not know yet of the latest request for help.
 */
export async function resolveCall(
  deps: Pick<CareDeps, 'db' | 'clock' | 'incidents' | 'sealing'>,
  { account, callId, note, knownUntil }: Resolved,
): Promise<void> {
  const since = await retryingTransaction(deps.db, async (trx) => {
    const call = await lockOwnCall(trx, account, callId)
    if (call.status === 'scheduled') throw new AppError('conflict', NOT_BEGUN)
    const isUnderWay = call.status === 'in_progress' && call.cancelledAt === null
    const { lovedOneId, name } = call
    // They make up for nothing once somebody has reached the person. Locked before the incidents, as where a call ends.
    const catchUps = await lockCatchUpsUnderWay(trx, lovedOneId)
    const who = account.by ?? (await ownerOf(trx, account.id))
    const about = isUnderWay ? { lovedOneId } : { lovedOneId, callId }
    const answered = await answerAsMember(deps.incidents, trx, { ...about, personId: who.personId, knownUntil })
    if (answered?.kind === 'asked_since') return answered.headline
    if (!isUnderWay && answered?.kind !== 'resolved') throw new AppError('conflict', OVER)
    const now = deps.clock.now()
    const reason = `${sentFullName(who) ?? 'The account holder'} reached ${name}.`
    if (isUnderWay) await resolveUnderWay(trx, call, { name, now, reason })
    await noteReached(deps.sealing, trx, callId, { now, note })
    await dropCatchUp(trx, lovedOneId)
    for (const catchUp of catchUps.filter(({ id }) => id !== callId))
      await resolveUnderWay(trx, catchUp, { name, now, reason })
    await recordActivity(trx, {
      accountId: account.id,
      activityType: 'call_acknowledged',
      description: `You reached ${name}`,
      by: account.by,
      does: `reached ${name}`,
      lovedOneId,
      callId,
    })
    return null
  })
  // After the commit. Without `knownUntil` the refusal has notified them, and their next answer counts; else the screen
  // must show it first.
  if (since !== null)
    throw new AppError('conflict', `We haven't closed it: ${since}. Once you've spoken with them, answer again.`)
}

function ownerOf(trx: Trx, accountId: number) {
  return trx
    .selectFrom('owners')
    .select(['personId', 'firstName', 'lastName'])
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
}
