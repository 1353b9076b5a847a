import { sql } from 'kysely'
import { accountOfAttempt, touchIfChanged } from './attempt-state.ts'
import type { OwedDial } from './claim-due-calls.ts'
import { concludeRefused } from './conclude-attempt.ts'
import type { CareDeps } from './deps.ts'
import { dialAgain } from './dial-again.ts'
import { stopRinging } from './stop-ringing.ts'

/**
 * Asks the provider to ring, outside any transaction, and writes down what came of it. Does nothing when the reconciler
 * has taken the attempt over meanwhile (this process was suspended since the claim), or the call has ended.
 */
export async function dialAttempt(deps: CareDeps, { attemptId, callId, to }: OwedDial): Promise<void> {
  const held = await holdAttempt(deps, attemptId)
  if (!held) {
    deps.log.warn({ attemptId }, 'A dial came too late and is left to the reconciler')
    return
  }
  const outcome = await deps.telephony.dial({ to, attemptId, isRecorded: held.isRecorded })
  const now = deps.clock.now()
  switch (outcome.kind) {
    case 'accepted':
      await recordPlaced(deps, attemptId, outcome.providerCallId, now)
      // The call may have been acknowledged while the provider was being asked. A statement of its own: it sees what was
      // committed meanwhile, and whoever acknowledged it sees that the phone rings.
      await stopRinging(deps, callId)
      return
    case 'refused':
      await concludeRefused(deps, attemptId, outcome.reason)
      return
    case 'not_placed':
      deps.log.warn({ attemptId, reason: outcome.reason }, 'A call was not placed')
      await dialAgain(deps, attemptId)
      return
    case 'unknown': {
      deps.log.warn({ attemptId, reason: outcome.reason }, 'Whether a call was placed is not known')
      const wait = outcome.saidBusy ? deps.timing.askAfterBusyMs : deps.timing.askAfterSilenceMs
      await deps.db
        .updateTable('attempts')
        .set({ state: 'unknown', settleAt: new Date(now.getTime() + wait) })
        .where('id', '=', attemptId)
        .where('state', '=', 'dialling')
        .execute()
      return
    }
    default:
      outcome satisfies never
  }
}

/** By then every call is over and its recording has been told of, unless the callback was lost. */
const RECORDING_LOOK_MS = 10 * 60_000

/**
 * The fence before a dial: holds the attempt for as long as the request may take, if nobody has looked into it since the
 * claim and the call is still under way. Two dials would be two rings. In the same statement it is settled whether this
 * call is recorded: what is announced and what the provider is asked for can never differ.
 */
async function holdAttempt({ db, clock, timing }: CareDeps, attemptId: number) {
  const now = clock.now()
  const lookAt = new Date(now.getTime() + RECORDING_LOOK_MS)
  return (
    db
      .updateTable('attempts')
      .from('calls')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
      .set({
        settleAt: new Date(now.getTime() + timing.settleAfterMs),
        askedAt: now,
        isRecorded: (eb) => eb.ref('lovedOnes.recordCalls'),
        recordingLookAt: sql<Date | null>`case when loved_ones.record_calls then ${lookAt}::timestamptz end`,
      })
      .where('attempts.id', '=', attemptId)
      .where('attempts.state', '=', 'dialling')
      .where('attempts.settleTries', '=', 0)
      // Not if the whole machine was asleep since the claim: nobody is rung at eleven for nine o'clock.
      .where('attempts.settleAt', '>', now)
      .whereRef('calls.id', '=', 'attempts.callId')
      .where('calls.status', '=', 'in_progress')
      .returning('attempts.isRecorded')
      .executeTakeFirst()
  )
}

/** The provider has the call. Callbacks may have told so already, and even that it ended. */
async function recordPlaced(deps: CareDeps, attemptId: number, providerCallId: string, now: Date): Promise<void> {
  const placed = await deps.db
    .updateTable('attempts')
    .set({ state: 'placed', providerCallId, settleAt: new Date(now.getTime() + deps.timing.firstPollMs) })
    .where('id', '=', attemptId)
    .where('state', 'in', ['dialling', 'unknown'])
    .returning(accountOfAttempt)
    .executeTakeFirst()
  await touchIfChanged(deps.db, placed)
}
