import { backOffMs } from '#core/back-off.ts'
import { SHORTEST_REPLY_WAIT_SECONDS } from '#core/call-script/ask-text.ts'
import { scheduleDial } from '#server/features/calls/public.ts'
import type { OpenDial } from '#server/features/dialling/public.ts'
import { markNotNeeded, OVER_LIMIT, OVER_NUMBER_LIMIT, OVER_SPEND } from '#server/features/messages/public.ts'
import { refusalOf } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { type LockedAttempt, lockAttempt } from '../attempts/attempt-state.ts'
import { isFromBeforeRestore } from '../attempts/restored-attempts.ts'
import { lastDialAt, retryRule } from '../attempts/retry-rule.ts'
import { rungTries } from '../attempts/rung-tries.ts'
import { recordTurns } from '../conversation/turns.ts'
import type { CareDeps } from '../deps.ts'
import { concludeText } from '../ending/conclude-attempt.ts'
import { concludeCancelled } from '../ending/conclude-call.ts'
import { concludeUnplaced } from '../ending/conclude-unplaced.ts'
import { stopCallsTo } from '../ending/end-refused-calls.ts'

const LONGEST_WAIT_MS = 60_000
/** Incoming texts are polled every minute. After a pause of this length Cooee, its database or the provider was away. */
const AWAY_MS = 2 * 60_000
/** How often a try waits again for the next poll. */
const AWAIT_POLL_MS = 20_000
/** How long after its time a reply is looked for that was perhaps written meanwhile. Then people are notified all the same. */
const LONGEST_REPLY_SEARCH_MS = 10 * 60_000
/** The step of the transcript under which the question is. */
const ASKED_STEP = 'text'

/**
 * The reconciler's part for a try by text: reads what became of its message. Sent: the reply is awaited, and without one
 * the try ends as unanswered. Not delivered, or refused: it ends so. Not taken until the end of its grace period: the
 * message is taken back and the call given up, as one that was not placed.
 */
export async function reconcileText(deps: CareDeps, dial: OpenDial): Promise<void> {
  const refused = await retryingTransaction(deps.db, (trx) => reconcile(deps, trx, dial))
  if (refused) await stopCallsTo(deps, dial.phoneNumber)
}

/** Returns whether the phone wants no texts: what is under way to it must be stopped after the transaction. */
async function reconcile(deps: CareDeps, trx: Trx, { id, reconcileCount }: OpenDial): Promise<boolean> {
  const attempt = await lockAttempt(trx, id)
  if (!attempt || attempt.state === 'ended' || attempt.state === 'not_placed') return false
  const message = await messageOf(trx, attempt)
  if (message?.delivery === 'failed') {
    await concludeText(deps, trx, attempt, { endedStatus: 'failed', outcome: 'failed' })
    return false
  }
  if (message?.sentAt) {
    await awaitReply(deps, trx, attempt, { sentAt: message.sentAt, text: message.text })
    return false
  }
  if (attempt.status !== 'in_progress' || message?.failedAt)
    return endUnsent(deps, trx, attempt, message?.error ?? null)
  await keepWaiting(deps, trx, attempt, reconcileCount)
  return false
}

function messageOf(trx: Trx, { messageId }: LockedAttempt) {
  return trx
    .selectFrom('messages')
    .select(['text', 'sentAt', 'delivery', 'failedAt', 'error', 'tries'])
    .where('id', '=', messageId)
    .executeTakeFirst()
}

async function awaitReply(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  { sentAt, text }: { sentAt: Date; text: string },
): Promise<void> {
  const { attemptId } = attempt
  if (attempt.state !== 'placed')
    await recordTurns(deps, trx, [{ attemptId, step: ASKED_STEP, speaker: 'cooee', text, at: sentAt }])
  const replyBy = new Date(sentAt.getTime() + replyWaitSeconds(deps, attempt) * 1000)
  if (attempt.status === 'in_progress' && deps.clock.now() < replyBy) {
    await trx.updateTable('attempts').set({ state: 'placed', nextAt: replyBy }).where('id', '=', attemptId).execute()
    return
  }
  if (attempt.status === 'in_progress' && (await mayHaveReplied(trx, deps.clock.now(), replyBy))) {
    const nextAt = new Date(deps.clock.now().getTime() + AWAIT_POLL_MS)
    await trx.updateTable('attempts').set({ state: 'placed', nextAt }).where('id', '=', attemptId).execute()
    return
  }
  const isOver = attempt.status !== 'in_progress'
  await concludeText(deps, trx, attempt, {
    endedStatus: isOver ? 'canceled' : 'no-answer',
    outcome: isOver ? 'failed' : 'no_answer',
    mayHaveContinued: isFromBeforeRestore(deps, attempt),
  })
}

/** Whether texts that were written while we were away have not been polled yet: a reply may be among them. */
async function mayHaveReplied(trx: Trx, now: Date, replyBy: Date): Promise<boolean> {
  if (now.getTime() >= replyBy.getTime() + LONGEST_REPLY_SEARCH_MS) return false
  const { polledUntil } = await trx.selectFrom('inboundTextPolls').select('polledUntil').executeTakeFirstOrThrow()
  return now.getTime() - polledUntil.getTime() > AWAY_MS
}

/** How long a reply is awaited before the next text, or the end of the call. */
function replyWaitSeconds(deps: CareDeps, attempt: LockedAttempt): number {
  return Math.max(SHORTEST_REPLY_WAIT_SECONDS, retryRule(deps, attempt).retryDelaySeconds)
}

async function keepWaiting(deps: CareDeps, trx: Trx, attempt: LockedAttempt, reconcileCount: number): Promise<void> {
  const now = deps.clock.now()
  const last = lastDialAt(attempt.dialBy)
  if (now < last) {
    const again =
      now.getTime() + backOffMs(reconcileCount, { shortestMs: deps.timing.askAgainMs, longestMs: LONGEST_WAIT_MS })
    return lookAgain(trx, attempt, new Date(Math.min(again, last.getTime())))
  }
  if (attempt.messageId !== null) await markNotNeeded(trx, [attempt.messageId], now)
  const message = await messageOf(trx, attempt)
  // A worker sends it at this moment.
  if (message && !message.failedAt) return lookAgain(trx, attempt, new Date(now.getTime() + deps.timing.askAgainMs))
  await setNotPlaced(trx, attempt, now)
  if (attempt.cancelledAt !== null) return concludeCancelled(deps, trx, attempt, { durationSeconds: null, now })
  // This try is counted among them.
  const wasNeverRung = (await rungTries(trx, attempt)) === 1
  const reason = message?.tries ? NOT_CONFIRMED : NOT_SENT
  await concludeUnplaced(deps, trx, attempt, { status: 'failed', reason, now, wasNeverRung })
}

/** True also where the answer of the phone company was lost. */
const NOT_CONFIRMED = "The phone company didn't confirm our text in time."
const NOT_SENT = "We couldn't send the text in time."

async function lookAgain(trx: Trx, { attemptId }: LockedAttempt, nextAt: Date): Promise<void> {
  await trx.updateTable('attempts').set({ nextAt }).where('id', '=', attemptId).execute()
}

async function setNotPlaced(trx: Trx, { attemptId }: LockedAttempt, now: Date): Promise<void> {
  await trx
    .updateTable('attempts')
    .set({ state: 'not_placed', endedAt: now, nextAt: null })
    .where('id', '=', attemptId)
    .execute()
}

const LIMITS: Readonly<Record<string, string>> = {
  [OVER_LIMIT]: "Your account has sent as many texts as it may in 24 hours, so we couldn't send this one.",
  [OVER_NUMBER_LIMIT]: "We've sent this phone as many texts as we send one phone in 24 hours.",
  [OVER_SPEND]: "Cooee has spent as much on calls and texts today as it may, so we couldn't send this one.",
}

/** The outbox will not send it. */
async function endUnsent(deps: CareDeps, trx: Trx, attempt: LockedAttempt, error: string | null): Promise<boolean> {
  const now = deps.clock.now()
  if (attempt.status !== 'in_progress') {
    await setNotPlaced(trx, attempt, now)
    return false
  }
  if ((await refusalOf(deps, trx, attempt.phoneNumber))?.textsSince) {
    await setNotPlaced(trx, attempt, now)
    const { dialBy } = attempt
    if (attempt.cancelledAt !== null) await concludeCancelled(deps, trx, attempt, { durationSeconds: null, now })
    // Due again in the same transaction: its next claim ends it, if nothing else does.
    else await scheduleDial(deps.jobs, trx, attempt, { dialAt: now, dialBy, reason: null, previousTry: 'not_placed' })
    return true
  }
  const limit = LIMITS[error ?? '']
  if (limit === undefined) {
    await concludeText(deps, trx, attempt, { endedStatus: 'failed', outcome: 'rejected' })
    return false
  }
  await setNotPlaced(trx, attempt, now)
  const wasNeverRung = (await rungTries(trx, attempt)) === 1
  await concludeUnplaced(deps, trx, attempt, { status: 'missed', reason: limit, now, wasNeverRung })
  return false
}
