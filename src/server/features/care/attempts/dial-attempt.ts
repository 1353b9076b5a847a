import { placeDial } from '#server/features/dialling/public.ts'
import { isTrusted } from '#server/platform/clock/clock.ts'
import type { CareDeps } from '../deps.ts'
import type { OwedDial } from '../dispatch/claim-due-calls.ts'
import { concludeRefused } from '../ending/conclude-attempt.ts'
import { refusesCalls, stopCallsTo } from '../ending/end-refused-calls.ts'
import { stopCallsOfSuspended, suspendedAccountOf } from '../ending/stop-calls-of-suspended.ts'
import { stopRinging } from '../ending/stop-ringing.ts'
import { dialAgain } from './dial-again.ts'
import { type Hold, holdAttempt } from './hold-attempts.ts'
import { type PlacedCall, recordPlaced } from './record-placed.ts'

/** How what came of a dial is written down: by itself, or together with others of the same moment. */
export interface Bookkeeping {
  recordPlaced(placed: PlacedCall): Promise<void>
  stopRinging(callId: number): Promise<void>
}

/** So old a hold is taken anew: this process may have been suspended since, and somebody else have looked into the attempt. */
const HOLD_IS_GOOD_MS = 2_000

/**
 * Asks the provider to ring, outside any transaction, and writes down what came of it. Does nothing when the reconciler
 * has taken the attempt over meanwhile (this process was suspended since the claim), or the call has ended.
 */
export async function dialAttempt(
  deps: CareDeps,
  { attemptId, callId, to, dueAt }: OwedDial,
  taken?: Hold,
  bookkeeping: Bookkeeping = byItself(deps),
): Promise<void> {
  // Looked at after the attempt was written: a refusal or suspension that comes later finds the attempt, and stops the phone.
  // Before the hold is judged: nothing may wait for the database between that and the request.
  const [isRefused, suspendedId] = await Promise.all([refusesCalls(deps, to), suspendedAccountOf(deps, callId)])
  if (isRefused || suspendedId !== null) {
    await takeBack(deps, attemptId)
    return suspendedId === null ? stopCallsTo(deps, to) : stopCallsOfSuspended(deps, suspendedId)
  }
  const held = taken && isGood(taken, deps.clock.now()) ? taken : await holdAttempt(deps, attemptId)
  // Nor where this machine has just woken: by a clock that does not know for how long it slept, every hold is a good one.
  if (!held || !isTrusted(deps.clock)) return leaveToReconciler(deps, attemptId)
  deps.measureLateness?.((deps.clock.now().getTime() - dueAt.getTime()) / 1000)
  await placeDial(
    deps,
    { id: attemptId, to, subject: { attemptId } },
    {
      async placed(providerCallId) {
        await bookkeeping.recordPlaced({ attemptId, providerCallId, at: deps.clock.now() })
        // The call may have been acknowledged while the provider was being asked. A statement of its own: it sees what was
        // committed meanwhile, and whoever acknowledged it sees that the phone rings.
        await bookkeeping.stopRinging(callId)
      },
      refused: () => concludeRefused(deps, attemptId),
      notPlaced: () => dialAgain(deps, attemptId),
    },
  )
}

/** The phone has refused calls since its call was claimed, or its account was suspended: the provider was not asked. */
async function takeBack(deps: CareDeps, attemptId: number): Promise<void> {
  await deps.db
    .updateTable('attempts')
    .set({ state: 'not_placed', endedAt: deps.clock.now(), nextAt: null })
    .where('id', '=', attemptId)
    .where('state', '=', 'dialling')
    .execute()
}

export function leaveToReconciler({ log }: Pick<CareDeps, 'log'>, attemptId: number): void {
  log.warn({ attemptId }, 'A dial came too late and is left to the reconciler')
}

function isGood({ at }: Hold, now: Date): boolean {
  const ageMs = now.getTime() - at.getTime()
  return ageMs >= 0 && ageMs <= HOLD_IS_GOOD_MS
}

function byItself(deps: CareDeps): Bookkeeping {
  return {
    recordPlaced: (placed) => recordPlaced(deps, placed),
    stopRinging: (callId) => stopRinging(deps, callId),
  }
}
