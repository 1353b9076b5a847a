import { afterAttempt } from '#core/call-policy/after-attempt.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { dialBy } from '#core/calls/grace-period.ts'
import { recordActivity } from '#server/features/activity/public.ts'
import { scheduleDial } from '#server/features/calls/public.ts'
import {
  type CareDeps,
  concludeCall,
  lockAskedByText,
  noteTextAnswered,
  putOffByText,
} from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type Approach, howSentence, writeTurns } from '../check-in.ts'
import type { KnownLovedOne } from '../who-is-it.ts'

/** The effect of an answer to an open reminder. */
export interface ReminderAnswered {
  /** Whether Cooee rings or texts about it once more. */
  isCalledAgain: boolean
  /** How it does. */
  asksBy: AsksBy
  /** Whether the call is over by it. */
  isConcluded: boolean
}

/**
 * Applies the answer of a person who rang or wrote to an open medication reminder. Done: the call is completed. Not
 * yet: a call that waits for its next try rings in 15 minutes, as after the same answer in a call; a call whose phone
 * rings now goes on by itself; and a call that was given up stays missed, since nobody can say that the medicine was
 * taken.
 */
export async function answerReminder(
  deps: CareDeps,
  trx: Trx,
  lovedOne: KnownLovedOne,
  { callId, response, approach }: { callId: number; response: 'acknowledged' | 'not_yet'; approach: Approach },
): Promise<ReminderAnswered> {
  const call = await trx
    .selectFrom('calls')
    .selectAll()
    .where('id', '=', callId)
    .where('lovedOneId', '=', lovedOne.id)
    .forUpdate()
    .executeTakeFirst()
  if (!call || call.status === 'completed') return { isCalledAgain: false, isConcluded: false, asksBy: 'call' }
  const { asksBy } = call
  const now = deps.clock.now()
  const own = { ...call, name: lovedOne.name }
  const ending = { durationSeconds: null, now }
  if (response === 'acknowledged') {
    const how = howSentence(lovedOne, approach)
    await noteTextAnswered(trx, [callId], { response, at: approach.sentAt ?? now })
    const answeredAt = approach.sentAt ?? null
    await concludeCall(deps, trx, own, { ...ending, status: 'completed', reason: null, how, answeredAt })
    await writeTurns(deps, trx, call, approach, "We noted that it's done.", now)
    return { isCalledAgain: false, isConcluded: true, asksBy }
  }
  await recordActivity(trx, {
    accountId: call.accountId,
    activityType: 'call_acknowledged',
    description: `${lovedOne.name} said "not yet"`,
    details: howSentence(lovedOne, approach),
    lovedOneId: lovedOne.id,
    callId,
  })
  await writeTurns(deps, trx, call, approach, "We noted that it isn't done yet.")
  if (call.status !== 'in_progress') return { isCalledAgain: false, isConcluded: false, asksBy }
  // The phone rings: its own end decides what follows.
  if (call.dialAt === null) {
    const [asked] = await lockAskedByText(trx, [lovedOne.id], approach.sentAt ?? now, callId)
    if (!asked) return { isCalledAgain: call.cancelledAt === null, isConcluded: false, asksBy }
    // It waits for this reply.
    const isCalledAgain = await putOffByText(deps, trx, asked)
    return { isCalledAgain, isConcluded: !isCalledAgain, asksBy }
  }
  const notYetCount = call.notYetCount + 1
  const step = afterAttempt('not_yet', {
    countedTries: call.triesMade,
    notYetCount,
    acknowledged: false,
    maxAttempts: call.triesMade,
    retryDelaySeconds: 0,
    messageLeft: false,
    name: lovedOne.name,
  })
  if (step.kind === 'done') {
    await concludeCall(deps, trx, own, { ...ending, status: step.status, reason: step.reason })
    return { isCalledAgain: false, isConcluded: true, asksBy }
  }
  const dialAt = new Date(now.getTime() + step.inSeconds * 1000)
  await scheduleDial(deps.jobs, trx, call, { dialAt, dialBy: dialBy(call.callType, dialAt), notYetCount })
  return { isCalledAgain: true, isConcluded: false, asksBy }
}
