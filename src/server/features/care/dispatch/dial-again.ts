import { backOffMs } from '#core/back-off.ts'
import { contactsAfterCatchUp } from '#core/calls/catch-up.ts'
import { scheduleDial } from '#server/features/calls/public.ts'
import { delayContacts } from '#server/features/incidents/public.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { lockAttempt } from '../attempts/attempt-state.ts'
import { isPartlyLost, perhapsTexted } from '../attempts/restored-attempts.ts'
import { lastDialAt } from '../attempts/retry-rule.ts'
import { rungTries } from '../attempts/rung-tries.ts'
import type { CareDeps } from '../deps.ts'
import { concludeCancelled } from '../ending/conclude-call.ts'
import { concludeUnplaced } from '../ending/conclude-unplaced.ts'

const LONGEST_WAIT_MS = 60_000
/** Shown while the call is under way and the provider has not accepted a dial. */
export const OUTAGE = "The phone company isn't taking the call right now. We'll keep trying."

const TOO_LATE_TO_RING = 'It was too late to ring by the time we could.'

/**
 * Books another dial after one that was certainly not placed. It does not count as an attempt. Back-off until the grace
 * period ends, then somebody is notified. `isBlocked`: the provider was not asked, because the phone refuses calls or the
 * account is suspended. It is due at once, so that the next claim decides what becomes of the call.
 */
export async function dialAgain(deps: CareDeps, attemptId: number, { isBlocked = false } = {}): Promise<void> {
  await retryingTransaction(deps.db, async (trx) => {
    const attempt = await lockAttempt(trx, attemptId)
    if (!attempt || (attempt.state !== 'dialling' && attempt.state !== 'unknown')) return
    // Reconciled meanwhile, or in doubt: the provider is asked first.
    if (isBlocked && attempt.state !== 'dialling') return
    const now = deps.clock.now()
    await trx
      .updateTable('attempts')
      .set({ state: 'not_placed', endedAt: now, nextAt: null })
      .where('id', '=', attemptId)
      .execute()
    if (attempt.status !== 'in_progress' || attempt.dialAt !== null) return
    if (attempt.cancelledAt !== null) return concludeCancelled(deps, trx, attempt, { durationSeconds: null, now })
    if (isBlocked) {
      const { dialBy } = attempt
      return scheduleDial(deps.jobs, trx, attempt, { dialAt: now, dialBy, reason: null, previousTry: 'not_placed' })
    }
    const { notPlacedCount } = await trx
      .selectFrom('attempts')
      .select((eb) => eb.fn.countAll<number>().as('notPlacedCount'))
      .where('callId', '=', attempt.id)
      .where('state', '=', 'not_placed')
      .executeTakeFirstOrThrow()
    const wait = backOffMs(notPlacedCount, { longestMs: LONGEST_WAIT_MS }) * (0.75 + Math.random() / 2)
    const { dialBy } = attempt
    // The last try is at the very end of the grace period.
    const dialAt = new Date(Math.min(now.getTime() + wait, lastDialAt(dialBy).getTime()))
    if (dialAt <= now) {
      // This dial is counted among them until it is taken back.
      const wasNeverRung = (await rungTries(trx, attempt)) === 1
      if (isPartlyLost(deps, attempt)) {
        const reason = attempt.asksBy === 'text' ? perhapsTexted(attempt) : TOO_LATE_TO_RING
        return concludeUnplaced(deps, trx, attempt, { status: 'missed', reason, now, wasNeverRung })
      }
      const reason = "The phone company couldn't put the call through in time."
      return concludeUnplaced(deps, trx, attempt, { status: 'failed', reason, now, wasNeverRung })
    }
    const reason = isPartlyLost(deps, attempt) ? null : OUTAGE
    await scheduleDial(deps.jobs, trx, attempt, { dialAt, dialBy, reason, previousTry: 'not_placed' })
    // Contacts wait for a catch-up call: it waits for the provider, and for the evening.
    if (attempt.catchUpFor !== null) {
      const until = contactsAfterCatchUp({ ringsAt: dialAt, ringsBy: dialBy })
      await delayContacts(deps.incidents, trx, attempt.lovedOneId, until)
    }
  })
}
