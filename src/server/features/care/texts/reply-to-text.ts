import { REPLY_NOT_UNDERSTOOD_REASON } from '#core/call-policy/after-attempt.ts'
import { reminderReply, whoAsksReply } from '#core/call-script/ask-text.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type LockedAttempt, lockAttempt } from '../attempts/attempt-state.ts'
import type { SpeakingDeps } from '../conversation/attempt-conversation.ts'
import { spokenSubjectOf } from '../conversation/attempt-conversation.ts'
import { recordTurns } from '../conversation/turns.ts'
import type { CareDeps } from '../deps.ts'
import { concludeText } from '../ending/conclude-attempt.ts'
import { concludeCall } from '../ending/conclude-call.ts'
import { askedByTextOf } from './ask-by-text.ts'

/** A call under way that asks by text, and its last try. */
export type AskedByText = LockedAttempt

/**
 * The calls to these loved ones that are under way and ask by text, as of `at`: what was asked after it was written is not
 * answered by it. Locked, the last try of each; of `callId` alone where it is given.
 */
export async function lockAskedByText(
  trx: Trx,
  lovedOneIds: readonly number[],
  at: Date,
  callId?: number,
): Promise<AskedByText[]> {
  if (lovedOneIds.length === 0) return []
  const tries = await trx
    .selectFrom('attempts')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .select((eb) => ['calls.id as callId', eb.fn.max('attempts.id').as('attemptId')])
    .where('calls.lovedOneId', 'in', [...lovedOneIds])
    .where('calls.asksBy', '=', 'text')
    .$if(callId !== undefined, (query) => query.where('calls.id', '=', callId ?? 0))
    .where('calls.status', '=', 'in_progress')
    .where('calls.cancelledAt', 'is', null)
    .where('attempts.startedAt', '<=', at)
    .where('attempts.state', '<>', 'not_placed')
    .groupBy('calls.id')
    .orderBy('calls.id')
    .execute()
  const asked: AskedByText[] = []
  for (const { attemptId } of tries) {
    const attempt = await lockAttempt(trx, attemptId)
    if (attempt?.status === 'in_progress') asked.push(attempt)
  }
  return asked
}

/** The reply is the answer of the tries by text that are open: they wait no longer. For what asks by ringing it does nothing. */
export async function noteTextAnswered(
  trx: Trx,
  callIds: readonly number[],
  { response, at }: { response: 'acknowledged' | 'help'; at: Date },
): Promise<void> {
  if (callIds.length === 0) return
  await trx
    .updateTable('attempts')
    .set({ state: 'ended', response, outcome: response, providerStatus: 'completed', answeredBy: 'human' })
    .set({ answeredAt: at, endedAt: at, nextAt: null })
    .where('callId', 'in', [...callIds])
    .where('messageId', 'is not', null)
    .where('state', 'in', ['dialling', 'placed'])
    .execute()
}

/** "Not yet": the try is over and the next follows as after the same answer in a call. Returns whether the call goes on. */
export async function putOffByText(deps: CareDeps, trx: Trx, attempt: AskedByText): Promise<boolean> {
  await noteReply(trx, attempt, { response: 'not_yet', at: deps.clock.now() })
  await concludeText(deps, trx, attempt, { endedStatus: 'completed', outcome: 'not_yet' })
  return isUnderWay(trx, attempt)
}

/**
 * A reply that nobody understood: no further try, and the account holder reads what was written, as of words in a call.
 * `words` is null where nobody may read them.
 */
export async function concludeUnclearReply(
  deps: CareDeps,
  trx: Trx,
  attempt: AskedByText,
  { words, providerId, reply }: { words: string | null; providerId: string; reply: string },
): Promise<void> {
  const now = deps.clock.now()
  const { attemptId } = attempt
  await recordTurns(deps, trx, [
    words === null
      ? { attemptId, step: `by themselves ${providerId}`, speaker: 'person', text: 'Wrote to Cooee', at: now }
      : { attemptId, step: `answer text ${providerId}`, speaker: 'person', text: words, at: now },
    { attemptId, step: `answer to ${providerId}`, speaker: 'cooee', text: reply, at: now },
  ])
  if (isOpen(attempt)) {
    await noteReply(trx, attempt, { response: null, at: now })
    return concludeText(deps, trx, attempt, { endedStatus: 'completed', outcome: 'not_understood' })
  }
  const ending = { status: 'missed', reason: REPLY_NOT_UNDERSTOOD_REASON, durationSeconds: null, now } as const
  return concludeCall(deps, trx, attempt, { ...ending, notice: { kind: 'unclear' } })
}

/** The words of the reminder that a call is about, as they are sent on request; null without any. */
export function reminderReplyOf(deps: SpeakingDeps, attempt: AskedByText): string | null {
  const { reminderText, wording } = spokenSubjectOf(deps, attempt)
  return reminderText === null ? null : reminderReply(reminderText, wording)
}

/** Who asks and what, to somebody who wonders who is writing. */
export function whoAsksReplyOf(deps: SpeakingDeps, attempt: AskedByText): string {
  return whoAsksReply(askedByTextOf(deps, attempt))
}

const isOpen = ({ state }: AskedByText): boolean => state === 'dialling' || state === 'placed'

async function noteReply(
  trx: Trx,
  { attemptId }: AskedByText,
  { response, at }: { response: 'not_yet' | null; at: Date },
): Promise<void> {
  await trx.updateTable('attempts').set({ response, answeredAt: at }).where('id', '=', attemptId).execute()
}

async function isUnderWay(trx: Trx, { id }: AskedByText): Promise<boolean> {
  const { status } = await trx.selectFrom('calls').select('status').where('id', '=', id).executeTakeFirstOrThrow()
  return status === 'in_progress'
}
