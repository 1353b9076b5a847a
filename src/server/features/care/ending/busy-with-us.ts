import { BUSY_WITH_US_REASON } from '#core/call-policy/after-attempt.ts'
import { scheduleDial } from '#server/features/calls/public.ts'
import { wasPhoneInUse } from '#server/features/dialling/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { LockedAttempt } from '../attempts/attempt-state.ts'
import { lastDialAt } from '../attempts/retry-rule.ts'
import { rungTries } from '../attempts/rung-tries.ts'
import type { CareDeps } from '../deps.ts'
import { concludeUnplaced } from './conclude-unplaced.ts'

/** The other call has ended already, or its end is not known: the phone is left alone for this time. */
const AGAIN_AFTER_MS = 60_000

/** Whether the phone of an attempt that found it busy was in use by another call of ours at that time. */
export function wasBusyWithUs(trx: Trx, { attemptId, phoneNumber, startedAt }: LockedAttempt, now: Date) {
  return wasPhoneInUse(trx, { phoneNumber, from: startedAt, to: now, exceptDialId: attemptId })
}

/**
 * Queues the dial again after one that found the phone busy with another call of ours: it costs no try. Due as soon as
 * that call has ended if it is still open, else in a minute; within the grace period of the try that it replaces.
 */
export async function dialAgainAfterOurs(deps: CareDeps, trx: Trx, attempt: LockedAttempt): Promise<void> {
  const now = deps.clock.now()
  const { phoneNumber, attemptId } = attempt
  const isStillInUse = await wasPhoneInUse(trx, { phoneNumber, from: now, to: now, exceptDialId: attemptId })
  // While the phone is in use nothing claims the dial: due at once means when that call has ended.
  const dialAt = new Date(
    Math.min(now.getTime() + (isStillInUse ? 0 : AGAIN_AFTER_MS), lastDialAt(attempt.dialBy).getTime()),
  )
  if (dialAt < now) {
    const wasNeverRung = (await rungTries(trx, attempt)) === 1
    return concludeUnplaced(deps, trx, attempt, { status: 'missed', reason: BUSY_WITH_US_REASON, now, wasNeverRung })
  }
  await scheduleDial(deps.jobs, trx, attempt, { dialAt, dialBy: attempt.dialBy, previousTry: 'uncounted' })
}
