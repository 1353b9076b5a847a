import { voicemailReason } from '#core/call-policy/after-attempt.ts'
import type { AttemptChanges } from '#core/call-policy/attempt-facts.ts'
import { machineWasHeard } from '#core/escalation/texts/withdrawn-text.ts'
import { correctToVoicemail, reopenCall } from '#server/features/calls/public.ts'
import { withdrawIncident } from '#server/features/incidents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { LockedAttempt } from '../attempts/attempt-state.ts'
import { dialByOf, isTriedAgain, retryRule } from '../attempts/retry-rule.ts'
import { discardRecordingOfMachine } from '../conversation/start-recording.ts'
import { wasMessageLeft } from '../conversation/turns.ts'
import type { CareDeps } from '../deps.ts'
import { recordEnd } from './conclude-call.ts'
import { correctNotReached, raiseIncident } from './raise-incident.ts'

/**
 * It turned out after the end of an attempt that a machine was heard, by the verdict of machine detection or by its
 * words. That explains a silence, and an all-clear was none. A cause that its words raised is withdrawn, and the call
 * goes on where it would have gone on: another try, or its end as voicemail, of which the family is notified.
 */
export async function correctEnded(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  changes: AttemptChanges,
): Promise<void> {
  const { answeredBy, response, outcome } = { ...attempt, ...changes }
  await trx.updateTable('attempts').set({ answeredBy, response, outcome }).where('id', '=', attempt.attemptId).execute()
  const isLast = attempt.triesMade === attempt.attemptNumber && attempt.dialAt === null
  if (changes.answeredBy === 'machine') await discardRecordingOfMachine(deps, trx, attempt)
  if (!isLast || attempt.status === 'in_progress' || outcome !== 'machine') return
  if (attempt.outcome === 'no_response') return correctMissed(deps, trx, attempt)
  if (attempt.outcome === 'acknowledged') return goOn(deps, trx, attempt)
  // The call had ended by something else than these words: it was answered in another way, or a time away covers it.
  const hadEnded = attempt.outcome === 'not_understood' && attempt.status !== 'missed'
  const isWithdrawn = await withdrawIncident(deps.incidents, trx, {
    callId: attempt.id,
    how: machineWasHeard(attempt.name, { keepsTrying: !hadEnded && isTriedAgain(deps, attempt) }),
  })
  // If a person has answered for it meanwhile, or a key, a ring or a text has confirmed it, the call stays as it ended.
  if (isWithdrawn && !hadEnded) await goOn(deps, trx, attempt)
}

/** It was a machine that said nothing, and the call went to voicemail. */
async function correctMissed(deps: CareDeps, trx: Trx, attempt: LockedAttempt): Promise<void> {
  const reason = voicemailReason(await wasMessageLeft(trx, attempt.id))
  if (await correctToVoicemail(trx, attempt.id, { reason, from: ['missed'] }))
    await correctNotReached(deps, trx, attempt, { kind: 'not_reached', status: 'voicemail', reason })
}

/** Whether another call replaces this one: Call Now was pressed again since, or another catch-up call was booked. */
async function isOtherOpen(
  trx: Trx,
  { id, extraOfScheduleId, catchUpFor, lovedOneId }: LockedAttempt,
): Promise<boolean> {
  if (extraOfScheduleId === null && catchUpFor === null) return false
  const other = await trx
    .selectFrom('calls')
    .select('id')
    .where('id', '<>', id)
    .where('status', 'in', ['scheduled', 'in_progress'])
    .where('lovedOneId', '=', lovedOneId)
    .where((eb) =>
      catchUpFor === null ? eb('extraOfScheduleId', '=', extraOfScheduleId) : eb('catchUpFor', 'is not', null),
    )
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Nobody was reached after all: the next try, or the end. */
async function goOn(deps: CareDeps, trx: Trx, attempt: LockedAttempt): Promise<void> {
  const { id, cancelledAt } = attempt
  const now = deps.clock.now()
  const isStoodFor = await isOtherOpen(trx, attempt)
  if (!isStoodFor && isTriedAgain(deps, attempt)) {
    const dialAt = new Date(now.getTime() + retryRule(deps, attempt).retryDelaySeconds * 1000)
    await reopenCall(deps.jobs, trx, attempt, { dialAt, dialBy: dialByOf(attempt, dialAt) })
    return
  }
  const reason = voicemailReason(await wasMessageLeft(trx, id))
  await correctToVoicemail(trx, id, { reason, from: ['completed', 'missed'] })
  // Other systems have been notified that it was completed.
  if (attempt.status === 'completed') await recordEnd(trx, attempt, { status: 'voicemail', reason })
  // A miss of the other call is a cause of its own.
  if (cancelledAt === null && !isStoodFor) {
    const undoesAllClearAt = attempt.status === 'completed' ? await endOf(trx, id) : null
    await raiseIncident(deps, trx, attempt, { kind: 'not_reached', status: 'voicemail', reason }, { undoesAllClearAt })
  }
}

async function endOf(trx: Trx, callId: number): Promise<Date | null> {
  const { endedAt } = await trx.selectFrom('calls').select('endedAt').where('id', '=', callId).executeTakeFirstOrThrow()
  return endedAt
}
