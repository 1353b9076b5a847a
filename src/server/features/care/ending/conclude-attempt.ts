import { awayReason } from '#core/away/away-reason.ts'
import { afterAttempt, MAY_NEED_HELP_REASON } from '#core/call-policy/after-attempt.ts'
import { whenEnded } from '#core/call-policy/attempt-facts.ts'
import { type AnsweredBy, type EndedStatus, mayHaveAskedForHelp } from '#core/call-policy/attempt-outcome.ts'
import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import { isConsentOpen } from '#core/conversation/conversation-state.ts'
import { isAwayAt, scheduleDial } from '#server/features/calls/public.ts'
import { isOtherProviderCall, unlinkFromOtherDials } from '#server/features/dialling/public.ts'
import { notifyOfFirstTry } from '#server/features/incidents/public.ts'
import { endTalk } from '#server/features/talks/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { factsOf, type LockedAttempt, lockAttempt } from '../attempts/attempt-state.ts'
import { lockReplacementOfAttempt } from '../attempts/lost-attempts.ts'
import { LOST_REPLY, mayHaveLostAnswer, partlyLostReason } from '../attempts/restored-attempts.ts'
import { dialByOf, retryRule } from '../attempts/retry-rule.ts'
import { noteUnansweredConsent } from '../conversation/note-unanswered-consent.ts'
import { wasMessageLeft } from '../conversation/turns.ts'
import { wordsHeard } from '../conversation/words-heard.ts'
import { writeAttempt } from '../conversation/write-attempt.ts'
import type { CareDeps } from '../deps.ts'
import { dialAgainAfterOurs, wasBusyWithUs } from './busy-with-us.ts'
import { concludeCall, concludeCancelled } from './conclude-call.ts'
import { unclearNotice } from './conclude-unclear.ts'
import { raiseIncident } from './raise-incident.ts'

/** How an attempt ended, as the provider reports it. */
export interface EndedAttempt {
  providerCallId: string
  endedStatus: EndedStatus
  answeredBy: AnsweredBy | null
  durationSeconds: number | null
  /** The number that was rung, where the provider names it. */
  to?: string | undefined
  /** Its answers and retries may be lost, since a restore or a fail-over. It is not rung again. */
  mayHaveContinued?: boolean
}

/** Applies the end of an attempt: rings again later, or ends the call. Safe to apply twice and in any order with other facts. */
export async function concludeAttempt(deps: CareDeps, attemptIdOfCallback: number, ended: EndedAttempt): Promise<void> {
  await retryingTransaction(deps.db, async (trx) => {
    const attempt = (await lockAttempt(trx, attemptIdOfCallback)) ?? (await lockReplacementOfAttempt(trx, ended))
    if (!attempt || isOtherProviderCall(attempt, ended.providerCallId)) return
    const changes = whenEnded(factsOf(attempt), ended)
    if (!changes) return
    if (attempt.providerCallId === null)
      await unlinkFromOtherDials(trx, attempt.attemptId, ended.providerCallId, deps.clock.now())
    await endAttempt(deps, trx, attempt, { ...ended, ...changes })
  })
}

/** Applies the fact that the provider will not ring this number. */
export async function concludeRejected(deps: CareDeps, attemptId: number): Promise<void> {
  await retryingTransaction(deps.db, async (trx) => {
    const attempt = await lockAttempt(trx, attemptId)
    if (!attempt || (attempt.state !== 'dialling' && attempt.state !== 'unknown')) return
    await endAttempt(deps, trx, attempt, {
      providerCallId: null,
      endedStatus: 'failed',
      answeredBy: null,
      durationSeconds: null,
      outcome: 'rejected',
    })
  })
}

/** How a try by text ended. */
export type EndedText = Pick<EndedAttempt, 'endedStatus' | 'mayHaveContinued'> & { outcome: AttemptOutcome }

/** Applies the end of a try by text, as of a call. The caller holds the lock of the attempt and found it open. */
export function concludeText(deps: CareDeps, trx: Trx, attempt: LockedAttempt, end: EndedText): Promise<void> {
  return endAttempt(deps, trx, attempt, {
    ...end,
    providerCallId: null,
    answeredBy: end.endedStatus === 'completed' ? 'human' : null,
    durationSeconds: null,
  })
}

interface Conclusion extends Omit<EndedAttempt, 'providerCallId'> {
  providerCallId: string | null
  outcome: AttemptOutcome
}

async function endAttempt(deps: CareDeps, trx: Trx, attempt: LockedAttempt, end: Conclusion): Promise<void> {
  const now = deps.clock.now()
  const durationSeconds = end.endedStatus === 'completed' ? end.durationSeconds : null
  // Otherwise it is being retried already, or was ended by an earlier proof.
  const decides = attempt.dialAt === null && (attempt.status === 'in_progress' || isAnsweredAfterCancel(attempt, end))
  // Sent together; the one connection runs them in this order, so what follows reads the attempts as they are then.
  await Promise.all([
    writeEnd(trx, attempt, { ...end, durationSeconds }, now),
    hasTalked(attempt) && endTalk(deps, trx, { attemptId: attempt.attemptId, reason: 'line_lost', at: now }),
    decides ? applyOutcome(deps, trx, attempt, end, durationSeconds) : reportUncertainHelp(deps, trx, attempt, end),
  ])
}

/** Most attempts have none, and nothing is asked for them. */
const hasTalked = (attempt: LockedAttempt): boolean =>
  Object.values(factsOf(attempt).conversation.moves).some(({ name }) => name === 'talk')

/** Picked up in the instant in which it was cancelled, or ended for a time away: what a person has answered counts. */
function isAnsweredAfterCancel({ cancelledAt, status }: LockedAttempt, { outcome }: Conclusion): boolean {
  const isOver = (cancelledAt !== null && status === 'missed') || status === 'away'
  return isOver && (outcome === 'acknowledged' || outcome === 'help')
}

async function writeEnd(trx: Trx, attempt: LockedAttempt, end: Conclusion, now: Date): Promise<void> {
  await writeAttempt(trx, attempt.attemptId, {
    state: 'ended',
    outcome: end.outcome,
    providerCallId: attempt.providerCallId ?? end.providerCallId,
    providerStatus: end.endedStatus,
    answeredBy: end.answeredBy,
    durationSeconds: end.durationSeconds,
    endedAt: now,
    nextAt: null,
  })
}

/** Reports what may have asked for help, however the attempt and its call have ended; the same news changes nothing. */
async function reportUncertainHelp(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  { answeredBy }: Conclusion,
): Promise<void> {
  if (!mayHaveAskedForHelp(answeredBy, factsOf(attempt).conversation)) return
  const heard = await wordsHeard(deps, trx, attempt)
  await raiseIncident(deps, trx, attempt, { kind: 'uncertain_help' }, { heard, isByWords: true })
}

/** Does what follows from the end of an attempt: another try, or the end of its call. */
async function applyOutcome(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  end: Conclusion,
  durationSeconds: number | null,
): Promise<void> {
  const now = deps.clock.now()
  const { conversation } = factsOf(attempt)
  const isLost = isAnswerLost(attempt, end)
  // Even when the call goes on, or was answered. Of words that were not understood the end of the call reports it below.
  if (isLost || end.outcome !== 'not_understood') await reportUncertainHelp(deps, trx, attempt, end)
  if (isLost) {
    if (attempt.cancelledAt !== null) return concludeCancelled(deps, trx, attempt, { durationSeconds, now })
    const reason = attempt.asksBy === 'text' ? LOST_REPLY : partlyLostReason(end.outcome, attempt)
    return concludeCall(deps, trx, attempt, { status: 'missed', reason, durationSeconds, now })
  }
  if (end.outcome === 'busy' && attempt.cancelledAt === null && (await wasBusyWithUs(trx, attempt, now))) {
    return dialAgainAfterOurs(deps, trx, attempt)
  }
  const notYetCount = attempt.notYetCount + (end.outcome === 'not_yet' ? 1 : 0)
  const step = afterAttempt(end.outcome, {
    countedTries: attempt.triesMade - attempt.uncountedTries,
    notYetCount,
    acknowledged: await wasAcknowledged(trx, attempt, end.outcome),
    isStopped: end.endedStatus === 'canceled',
    ...retryRule(deps, attempt),
    // The reply was awaited for that time.
    ...(isUnansweredText(attempt, end) && { retryDelaySeconds: 0 }),
    asksBy: attempt.asksBy,
    messageLeft: end.outcome === 'machine' && (await wasMessageLeft(trx, attempt.id)),
    name: attempt.name,
    isScreened: conversation.isScreened,
  })
  if (step.kind === 'done') {
    const { status } = step
    if (isConsentOpen(conversation)) await noteUnansweredConsent(deps, trx, attempt)
    const notice = end.outcome === 'not_understood' ? unclearNotice(end.answeredBy, conversation) : undefined
    const reason = notice?.kind === 'uncertain_help' ? MAY_NEED_HELP_REASON : step.reason
    // The call was cancelled. What a person has said is still reported.
    const isSilent = status !== 'completed' && notice === undefined
    if (isSilent && attempt.cancelledAt !== null) return concludeCancelled(deps, trx, attempt, { durationSeconds, now })
    if (isSilent && (await isSkippedForAway(trx, attempt, now))) return concludeAway(deps, trx, attempt, end, now)
    const { answeredAt } = attempt
    return concludeCall(deps, trx, attempt, {
      status,
      reason,
      durationSeconds,
      now,
      answeredAt,
      ...(notice && { notice }),
    })
  }
  if (attempt.cancelledAt !== null) return concludeCancelled(deps, trx, attempt, { durationSeconds, now })
  const dialAt = new Date(now.getTime() + step.inSeconds * 1000)
  if (await isSkippedForAway(trx, attempt, dialAt)) return concludeAway(deps, trx, attempt, end, now)
  await scheduleDial(deps.jobs, trx, attempt, { dialAt, dialBy: dialByOf(attempt, dialAt), notYetCount })
  if (end.outcome !== 'not_yet') {
    await notifyOfFirstTry(deps.incidents, trx, { callId: attempt.id, outcome: end.outcome, nextTryAt: dialAt })
  }
}

/** Whether one time away covers both that instant and the time the call was scheduled for. A call that was scheduled for a time before it is retried, and raises an incident, as without it. */
const isSkippedForAway = (trx: Trx, { lovedOneId, scheduledFor }: LockedAttempt, at: Date): Promise<boolean> =>
  isAwayAt(trx, lovedOneId, at, scheduledFor)

/** Their time away was set while the phone rang: no more tries, and nobody is alerted. */
async function concludeAway(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  { durationSeconds }: Conclusion,
  now: Date,
): Promise<void> {
  const reason = awayReason(attempt.name, { asksBy: attempt.asksBy, wasTried: true })
  const ending = { status: 'away', reason, durationSeconds, now, skipsConsequences: true } as const
  return concludeCall(deps, trx, attempt, ending)
}

const isUnansweredText = ({ asksBy }: LockedAttempt, { outcome }: Conclusion): boolean =>
  asksBy === 'text' && outcome === 'no_answer'

/** Whether the rest of the call may have been lost: then it is not rung again. */
function isAnswerLost(attempt: LockedAttempt, end: Conclusion): boolean {
  if (end.mayHaveContinued) return !isConclusive(end.outcome)
  return attempt.response === null && !isConclusive(end.outcome) && mayHaveLostAnswer(attempt, end.endedStatus)
}

/** Outcomes after which no more tries are needed, whatever else was lost. */
const isConclusive = (outcome: AttemptOutcome): boolean =>
  outcome === 'acknowledged' || outcome === 'help' || outcome === 'rejected'

/** Whether a person was reached by this or an earlier attempt. */
async function wasAcknowledged(trx: Trx, { id, attemptId }: LockedAttempt, outcome: AttemptOutcome): Promise<boolean> {
  if (outcome === 'acknowledged' || outcome === 'help') return true
  const row = await trx
    .selectFrom('attempts')
    .select('id')
    .where('callId', '=', id)
    .where('id', '<>', attemptId)
    .where('outcome', 'in', ['acknowledged', 'help'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
