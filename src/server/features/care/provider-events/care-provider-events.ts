import { type AttemptChanges, whenLineTaken } from '#core/call-policy/attempt-facts.ts'
import type { AnsweredBy } from '#core/call-policy/attempt-outcome.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import { type Move, stepOf } from '#core/conversation/conversation-state.ts'
import { withWordsSaid } from '#core/conversation/played-to-end.ts'
import { afterMachineVerdict } from '#core/conversation/respond.ts'
import { cancelledRingScript, LOST_RING, lateRingScript, NOTHING_TO_DO } from '#core/conversation/script/late-ring.ts'
import { scriptOf, spokenIn } from '#core/conversation/script/script-of.ts'
import { machineWasHeard } from '#core/escalation/texts/withdrawn-text.ts'
import type { ProviderCall, ProviderCallEvents } from '#server/adapters/telephony/telephony.ts'
import {
  cancelLater,
  isOtherProviderCall,
  mayBeLostSince,
  unlinkFromOtherDials,
} from '#server/features/dialling/public.ts'
import { withdrawIncident } from '#server/features/incidents/public.ts'
import { endTalk } from '#server/features/talks/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { announceIfChanged, factsOf, type LockedAttempt, lockAttempt } from '../attempts/attempt-state.ts'
import { linkAttempt, linkingUpdate } from '../attempts/link-attempt.ts'
import { lockReplacementOfAttempt } from '../attempts/lost-attempts.ts'
import { type RecentlyLinked, recentlyLinked } from '../attempts/recently-linked.ts'
import { isTriedAgain } from '../attempts/retry-rule.ts'
import { handOverAgain, latestMove, spokenSubjectOf, writeConversation } from '../conversation/attempt-conversation.ts'
import { discardRecordingOfMachine, startRecordingIfDue } from '../conversation/start-recording.ts'
import { recordTurns, VOICEMAIL_STEP, wasMessageLeft } from '../conversation/turns.ts'
import type { CareDeps } from '../deps.ts'
import { concludeAttempt } from '../ending/conclude-attempt.ts'
import { correctEnded } from '../ending/correct-ended.ts'
import { stopRefusedSecond } from '../ending/end-refused-calls.ts'
import { stopRinging } from '../ending/stop-ringing.ts'
import { handleAnswer } from './handle-answer.ts'
import { openConversation } from './open-conversation.ts'

const HANG_UP: readonly ScriptPart[] = [{ kind: 'hang_up' }]

/** Applies what the provider reports to calls and attempts. */
export function careProviderEvents(deps: CareDeps): ProviderCallEvents {
  const recent = recentlyLinked(deps)
  return {
    answered: (attemptId, providerCallId, to) =>
      retryingTransaction(deps.db, (trx) => answered(deps, trx, attemptId, { providerCallId, to })),
    heard: (attemptId, step, heard, providerCallId, to) =>
      handleAnswer(deps, { attemptId, step, heard, providerCallId: providerCallId ?? null, to }),
    talkEnded: (attemptId, step, ended) => talkEnded(deps, attemptId, step, ended),
    progressed: (attemptId, call, onStored) => progressed(deps, recent, attemptId, call, onStored),
    answererDetected: (attemptId, providerCallId, by, onStored) =>
      answererDetected(deps, attemptId, { providerCallId, by }, onStored),
  }
}

async function answered(
  deps: CareDeps,
  trx: Trx,
  namedId: number,
  { providerCallId, to }: { providerCallId: string; to: string | undefined },
): Promise<readonly ScriptPart[]> {
  const attempt = (await lockAttempt(trx, namedId)) ?? (await lockReplacementOfAttempt(trx, { providerCallId, to }))
  if (attempt && wasGivenUp(attempt) && !isOtherProviderCall(attempt, providerCallId)) {
    return lateRingScript(spokenSubjectOf(deps, attempt))
  }
  if (attempt && wasCancelledWhileRinging(attempt) && !isOtherProviderCall(attempt, providerCallId)) {
    return answeredAsCancelled(deps, trx, attempt, providerCallId)
  }
  if (!attempt) return (await mayBeLostSince(trx, deps.clock.now())) ? LOST_RING : NOTHING_TO_DO
  // A call that has ended meanwhile, by a late key of an earlier attempt, needs no answer any more.
  if (!isOpen(attempt) || attempt.status !== 'in_progress') return HANG_UP
  if (isOtherProviderCall(attempt, providerCallId)) return HANG_UP
  const latest = latestMove(factsOf(attempt).conversation)
  if (latest) {
    const { attemptId } = attempt
    const now = deps.clock.now()
    if (attempt.providerCallId === null) await unlinkFromOtherDials(trx, attemptId, providerCallId, now)
    // Asked for again: the request was repeated, or an answer was lost while the server was away.
    await linkingUpdate(deps, trx, attemptId, providerCallId, { answeredAt: now })
    return handOverAgain(deps, trx, attempt, latest)
  }
  return openConversation(deps, trx, attempt, providerCallId)
}

async function answeredAsCancelled(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  providerCallId: string,
): Promise<readonly ScriptPart[]> {
  const { attemptId } = attempt
  const at = deps.clock.now()
  if (attempt.providerCallId === null) await unlinkFromOtherDials(trx, attemptId, providerCallId, at)
  await linkingUpdate(deps, trx, attemptId, providerCallId, { answeredAt: at })
  const script = cancelledRingScript(spokenSubjectOf(deps, attempt))
  await recordTurns(deps, trx, [{ attemptId, step: 'cancelled', speaker: 'cooee', text: spokenIn(script), at }])
  return script
}

/** The call goes on as after any step. Where nobody is there any more, only the talk itself has ended. */
async function talkEnded(
  deps: CareDeps,
  attemptId: number,
  step: string,
  { providerCallId, isCallOver }: { providerCallId: string; isCallOver: boolean },
): Promise<readonly ScriptPart[]> {
  if (!isCallOver) return handleAnswer(deps, { attemptId, step, heard: { keys: '', speech: '' }, providerCallId })
  await retryingTransaction(deps.db, async (trx) => {
    const attempt = await lockAttempt(trx, attemptId)
    if (!attempt || isOtherProviderCall(attempt, providerCallId)) return
    await endTalk(deps, trx, { attemptId, reason: 'person', at: deps.clock.now() })
  })
  return HANG_UP
}

async function progressed(
  deps: CareDeps,
  recent: RecentlyLinked,
  attemptId: number,
  call: ProviderCall,
  onStored = () => {},
): Promise<void> {
  const { providerCallId, endedStatus } = call
  if (endedStatus !== null) {
    recent.forget(attemptId)
    return concludeAttempt(deps, attemptId, { ...call, endedStatus })
  }
  // That a call rings and is talked on is known already: only the time of the provider's report is kept.
  if (recent.has(attemptId, providerCallId)) return
  const linked = await linkAttempt(deps, attemptId, providerCallId)
  if (linked?.isOver) {
    onStored()
    await stopRinging(deps, linked.callId)
  } else if (linked?.isOnOtherPhone) {
    // The answer to its dial may have been lost, and the phone may have refused calls since.
    onStored()
    await stopRefusedSecond(deps, linked.phoneNumber)
  }
  if (!linked) {
    await retryingTransaction(deps.db, async (trx) => {
      const attempt = (await lockAttempt(trx, attemptId)) ?? (await lockReplacementOfAttempt(trx, call))
      // Removed with its loved one while it was queued: the number is not known any more.
      if (!attempt) return cancelLater(trx, { providerCallId, phoneNumber: '' }, deps.clock.now())
      if (isOtherProviderCall(attempt, providerCallId)) return
      await unlinkFromOtherDials(trx, attempt.attemptId, providerCallId, deps.clock.now())
      if (wasGivenUp(attempt)) return cancelSoon(trx, attempt, providerCallId, deps.clock.now())
      await announceIfChanged(trx, await linkingUpdate(deps, trx, attempt.attemptId, providerCallId))
    })
  }
  recent.add(attemptId, providerCallId)
}

/**
 * Who answered, according to machine detection: a hint, and the same verdict twice counts once. A machine hears the
 * message in place of the question, and is listened to; it is never hung up on, since people are taken for machines. A
 * fax is hung up on.
 */
async function answererDetected(
  deps: CareDeps,
  attemptId: number,
  { providerCallId, by }: { providerCallId: string; by: AnsweredBy },
  onStored = () => {},
): Promise<void> {
  if (by === 'human' || by === 'unknown') {
    const linked = await linkAttempt(deps, attemptId, providerCallId, by)
    if (linked) onStored()
    if (linked?.isRecorded && by === 'human') await startRecordingIfDue(deps, attemptId)
    if (linked) return
  }
  const saying = await retryingTransaction(deps.db, (trx) => takeVerdict(deps, trx, { attemptId, providerCallId, by }))
  onStored()
  if (by === 'human') await startRecordingIfDue(deps, attemptId)
  if (!saying) return
  const { script, message } = saying
  if (await deps.telephony.say(providerCallId, { attemptId, script })) {
    if (message) await recordMessage(deps, saying.attemptId, message)
  } else {
    deps.log.warn({ attemptId }, 'Message not left on an answering machine')
  }
}

interface Saying {
  attemptId: number
  script: readonly ScriptPart[]
  /** The message that is left on a machine with it; null for nothing. */
  message: string | null
}

async function takeVerdict(
  deps: CareDeps,
  trx: Trx,
  { attemptId: namedId, providerCallId, by }: { attemptId: number; providerCallId: string; by: AnsweredBy },
): Promise<Saying | null> {
  const attempt = (await lockAttempt(trx, namedId)) ?? (await lockReplacementOfAttempt(trx, { providerCallId }))
  if (!attempt || isOtherProviderCall(attempt, providerCallId)) return null
  const { attemptId } = attempt
  const changes = whenLineTaken(factsOf(attempt), by)
  if (!changes) return null
  if (attempt.state === 'ended') {
    await correctEnded(deps, trx, attempt, changes)
    return null
  }
  if (!isOpen(attempt)) return null
  if (attempt.providerCallId === null) await unlinkFromOtherDials(trx, attemptId, providerCallId, deps.clock.now())
  await linkingUpdate(deps, trx, attemptId, providerCallId, changes)
  if (attempt.response === 'help' && changes.response === null) {
    await withdrawIncident(deps.incidents, trx, {
      callId: attempt.id,
      how: machineWasHeard(attempt.name, { keepsTrying: isTriedAgain(deps, attempt) }),
    })
  }
  if (by === 'fax') return { attemptId, script: HANG_UP, message: null }
  // It hears that the call was cancelled: no message follows.
  if (by !== 'machine' || wasCancelledWhileRinging(attempt)) return null
  await discardRecordingOfMachine(deps, trx, attempt)
  return messageAfterVerdict(deps, trx, attempt, changes)
}

async function messageAfterVerdict(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  changes: AttemptChanges,
): Promise<Saying | null> {
  const { conversation } = factsOf(attempt)
  const response = changes.response === undefined ? attempt.response : changes.response
  const isMessageLeft = attempt.attemptNumber > 1 && (await wasMessageLeft(trx, attempt.id))
  const at = { now: deps.clock.now().getTime(), isMessageLeft }
  const reply = afterMachineVerdict(conversation, at, response)
  if (!reply) return null
  const talk = latestMove(conversation)
  if (talk?.name === 'talk') {
    // The relay listens: it is ended by who holds the talk, and the provider asks for what follows.
    const next = { ...reply.state.next, [stepOf(talk)]: stepOf(reply.move) }
    await writeConversation(trx, attempt.attemptId, { ...reply.state, next })
    return null
  }
  const script = scriptOf(spokenSubjectOf(deps, attempt), reply.move)
  await writeConversation(trx, attempt.attemptId, withWordsSaid(reply.state, reply.move, script))
  return { attemptId: attempt.attemptId, script, message: isMessage(reply.move) ? spokenIn(script) : null }
}

const isMessage = ({ name, about }: Move): boolean => name === 'message' && about !== 'silent'

/** Only what the provider has agreed to say counts as a message left. */
async function recordMessage(deps: CareDeps, attemptId: number, text: string): Promise<void> {
  const turn = { attemptId, step: VOICEMAIL_STEP, speaker: 'cooee', text, at: deps.clock.now() } as const
  await retryingTransaction(deps.db, (trx) => recordTurns(deps, trx, [turn]))
}

/** We had stopped waiting for the provider, which still has it; or its list did not show the call yet when it was asked. */
const wasGivenUp = (attempt: LockedAttempt): boolean => !isOpen(attempt) && attempt.providerStatus === null

/** A call that was given up still rings, or is about to. */
async function cancelSoon(trx: Trx, attempt: LockedAttempt, providerCallId: string, now: Date): Promise<void> {
  if (attempt.providerCallId !== null) return
  await trx.updateTable('attempts').set({ providerCallId }).where('id', '=', attempt.attemptId).execute()
  await cancelLater(trx, { ...attempt, providerCallId }, now)
}

/** The account holder has ended the call, and the provider may have been too late to stop the phone. */
const wasCancelledWhileRinging = (attempt: LockedAttempt): boolean =>
  isOpen(attempt) && attempt.cancelledAt !== null && attempt.status !== 'in_progress'

const isOpen = ({ state }: LockedAttempt): boolean => state !== 'ended' && state !== 'not_placed'
