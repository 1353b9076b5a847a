import { setTimeout as pause } from 'node:timers/promises'
import { isLateProof, whenAnswered } from '#core/call-policy/attempt-facts.ts'
import type { Response } from '#core/call-policy/attempt-outcome.ts'
import type { Heard } from '#core/call-script/answer.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import { askedAfterwards, UPGRADE_WORDING } from '#core/consent/consent.ts'
import type { Reply } from '#core/conversation/circumstances.ts'
import { type Move, stepOf } from '#core/conversation/conversation-state.ts'
import { isPlayedToEnd, withWordsSaid, wordsSaid } from '#core/conversation/played-to-end.ts'
import { respond } from '#core/conversation/respond.ts'
import { scriptOf, spokenIn } from '#core/conversation/script/script-of.ts'
import { isTalkType, TALK_LANGUAGE } from '#core/talk/is-talk-type.ts'
import { noteRefused } from '#server/features/calls/public.ts'
import { storedConsents } from '#server/features/consents/public.ts'
import { refusePhone } from '#server/features/contacts/public.ts'
import { isOtherProviderCall } from '#server/features/dialling/public.ts'
import { endTalk } from '#server/features/talks/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { askedBy, factsOf, type LockedAttempt, lockAttempt } from '../attempts/attempt-state.ts'
import { lockReplacementOfAttempt } from '../attempts/lost-attempts.ts'
import {
  handOverAgain,
  helpKeyToLostQuestion,
  latestMove,
  moveAfter,
  spokenSubjectOf,
  wasHandedOver,
  writeConversation,
} from '../conversation/attempt-conversation.ts'
import { mayTalkNow } from '../conversation/may-talk-now.ts'
import { noteVoiceNamed, playedTurn } from '../conversation/played-voice.ts'
import { discardRecordingOfMachine, startRecordingIfDue } from '../conversation/start-recording.ts'
import { takeConsent } from '../conversation/take-consent.ts'
import { talkStepOf } from '../conversation/talk-step.ts'
import { recordTurns, type Turn, VOICEMAIL_STEP, wasMessageLeft } from '../conversation/turns.ts'
import { wordsHeard } from '../conversation/words-heard.ts'
import { writeAttemptWithTurns } from '../conversation/write-attempt.ts'
import type { CareDeps } from '../deps.ts'
import { concludeCall } from '../ending/conclude-call.ts'
import { concludeUnclear } from '../ending/conclude-unclear.ts'
import { correctEnded } from '../ending/correct-ended.ts'
import { stopCallsTo, stopDeclinedCalls } from '../ending/end-refused-calls.ts'
import { raiseIncident } from '../ending/raise-incident.ts'
import { stopRinging } from '../ending/stop-ringing.ts'
import { linkAnswered, openConversation } from './open-conversation.ts'

const HANG_UP: readonly ScriptPart[] = [{ kind: 'hang_up' }]

/** What the provider says was heard in the call of an attempt. */
export interface AnswerInCall {
  attemptId: number
  /** The question it answers. */
  step: string
  heard: Heard
  /** The provider's id of the call; null where it names none. */
  providerCallId: string | null
  /** The phone that was rung, as the provider names it. */
  to?: string | undefined
}

/**
 * Takes what was heard after `step` and returns what is said next. A request for help is reported at once, not when the
 * call ends. An answer that arrives after its call was given up still proves a person, and completes the call. A
 * callback of a call other than the attempt's changes nothing. What the provider is asked to do may go on after it
 * returns.
 */
export async function handleAnswer(deps: CareDeps, answer: AnswerInCall): Promise<readonly ScriptPart[]> {
  const taken = await takeAnswer(deps, answer)
  const following = askProvider(deps, answer.attemptId, taken).catch((err: unknown) =>
    deps.log.error(
      { err, attemptId: answer.attemptId },
      'Answer recorded, what follows it failed; the conversation goes on',
    ),
  )
  // The answer is stored, and somebody is waiting to hear what follows: not for a provider that is slow.
  const isWaitOver = new AbortController()
  const wait = pause(PROVIDER_WITHIN_MS, undefined, { signal: isWaitOver.signal }).catch(() => {})
  await Promise.race([following, wait])
  isWaitOver.abort()
  return taken.next
}

/**
 * Hands the present question over again. Where the opening was lost in a fail-over, the call begins again: the person
 * on the phone is asked, and is not hung up on.
 */
async function askAgain(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  providerCallId: string | null,
): Promise<readonly ScriptPart[]> {
  const { conversation, isOver } = factsOf(attempt)
  const latest = latestMove(conversation)
  if (latest) return handOverAgain(deps, trx, attempt, latest)
  const isLost = attempt.outcomeUnknownSince !== null && !isOver && attempt.status === 'in_progress'
  return isLost && providerCallId !== null ? openConversation(deps, trx, attempt, providerCallId) : HANG_UP
}

/** For so long a person on the phone waits for the provider to do what follows their answer. */
const PROVIDER_WITHIN_MS = 500

async function askProvider(
  deps: CareDeps,
  attemptId: number,
  { concludedCallId, isAnnounced, refusedBy, declinedBy }: Taken,
): Promise<void> {
  if (refusedBy !== null) await stopCallsTo(deps, refusedBy)
  if (declinedBy !== null) await stopDeclinedCalls(deps, declinedBy)
  if (concludedCallId !== null) await stopRinging(deps, concludedCallId)
  if (isAnnounced) await startRecordingIfDue(deps, attemptId)
}

interface Taken {
  next: readonly ScriptPart[]
  /** The call that this answer has concluded, after its own attempt had ended; null for every other answer. */
  concludedCallId: number | null
  /** The phone that has refused all calls by it; null for every other answer. */
  refusedBy: string | null
  /** The loved one who has declined the calls of their account by it; null for every other answer. */
  declinedBy: number | null
  /** It was said that the call is recorded, and the recording may not have started. */
  isAnnounced: boolean
}

const NOTHING_CHANGED = {
  ...{ next: HANG_UP, concludedCallId: null, refusedBy: null, declinedBy: null, isAnnounced: false },
} satisfies Taken

async function takeAnswer(deps: CareDeps, named: AnswerInCall): Promise<Taken> {
  return retryingTransaction(deps.db, async (trx) => {
    const attempt = (await lockAttempt(trx, named.attemptId)) ?? (await lockReplacementOfAttempt(trx, named))
    if (!attempt || isOtherProviderCall(attempt, named.providerCallId)) return NOTHING_CHANGED
    const answer = { ...named, attemptId: attempt.attemptId }
    const subject = spokenSubjectOf(deps, attempt)
    const isOfTalk = await closeTalk(deps, trx, attempt, answer.step)
    const { conversation } = factsOf(attempt)
    const answered = moveAfter(conversation, answer.step)
    if (answered && isOfTalk) return { ...NOTHING_CHANGED, next: await handOverAfterTalk(deps, trx, attempt, answered) }
    if (answered) return { ...NOTHING_CHANGED, next: await handOverAgain(deps, trx, attempt, answered) }
    const isAsked = wasHandedOver(conversation, answer.step)
    const helpKey = isAsked ? null : helpKeyToLostQuestion(attempt, { step: answer.step, keys: answer.heard.keys })
    if (helpKey !== null && answer.providerCallId !== null)
      await linkAnswered(deps, trx, attempt, answer.providerCallId)
    if (!isAsked && helpKey === null) {
      deps.log.warn({ attemptId: answer.attemptId }, 'Answer to a question that was never asked; ignored')
      return { ...NOTHING_CHANGED, next: await askAgain(deps, trx, attempt, answer.providerCallId) }
    }
    const heard = helpKey === null ? answer.heard : { ...answer.heard, keys: helpKey }
    const found = respond(conversation, answer.step, heard, await circumstancesOf(deps, trx, attempt, answer))
    const next = scriptOf(subject, found.move)
    const reply = { ...found, state: withWordsSaid(found.state, found.move, next) }
    const played = playedTurn(attempt, subject, {
      ...{ move: conversation.moves[answer.step], step: answer.step, at: deps.clock.now() },
    })
    await record(deps, trx, attempt, answer, { reply, said: spokenIn(next), played })
    await noteVoiceNamed(deps, trx, attempt, next)
    const concludes = await applyAnswer(deps, trx, attempt, reply)
    const isAnnounced = attempt.isRecorded && reply.state.isAnnounced && !reply.state.isRecording
    const refusedBy = reply.move.name === 'refused' ? attempt.phoneNumber : null
    if (refusedBy !== null) await takeRefusal(deps, trx, attempt)
    const decides = reply.consent !== undefined || reply.move.lead === 'mention_nine'
    const declinedBy = decides ? await takeConsent(deps, trx, attempt, reply) : null
    return { next, concludedCallId: concludes ? attempt.id : null, refusedBy, declinedBy, isAnnounced }
  })
}

/** Ends the talk of `step` when the provider asks what follows it. Returns whether `step` is a talk. */
async function closeTalk(deps: CareDeps, trx: Trx, attempt: LockedAttempt, step: string): Promise<boolean> {
  const { conversation } = factsOf(attempt)
  if (step !== talkStepOf(conversation)) return false
  if (conversation.isTalkOver) return true
  const { attemptId } = attempt
  await endTalk(deps, trx, { attemptId, reason: 'line_lost', at: deps.clock.now() })
  attempt.conversation = { ...conversation, isTalkOver: true }
  await writeConversation(trx, attemptId, { ...conversation, isTalkOver: true })
  return true
}

/** What was decided in the talk is said now, and kept as said. */
async function handOverAfterTalk(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  move: Move,
): Promise<readonly ScriptPart[]> {
  const next = await handOverAgain(deps, trx, attempt, move)
  const text = spokenIn(next)
  const { attemptId } = attempt
  const isMessage = move.name === 'message' && move.about !== 'silent'
  const step = isMessage ? VOICEMAIL_STEP : `reply after ${stepOf(move)}`
  const at = deps.clock.now()
  if (text !== '') await recordTurns(deps, trx, [{ attemptId, step, speaker: 'cooee', text, at }])
  return next
}

/** 9 was pressed twice. The call goes on to its goodbye, and its missing answer alerts nobody. On a second phone the call is not over: the next try rings the first one. */
async function takeRefusal(deps: CareDeps, trx: Trx, attempt: LockedAttempt): Promise<void> {
  const { id, phoneNumber, firstPhoneNumber, status } = attempt
  await refusePhone(deps, trx, { phoneNumber, calls: true, texts: false, how: 'key' })
  if (status !== 'in_progress' || phoneNumber !== firstPhoneNumber) return
  await noteRefused(trx, id, deps.clock.now(), { isCancelled: true })
}

/** What is known beside the conversation of an attempt. The caller holds its lock. */
export async function circumstancesOf(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  { step, heard }: Pick<AnswerInCall, 'step' | 'heard'>,
) {
  const { callType, answeredBy, name, isRecorded, attemptNumber } = attempt
  const { conversation } = factsOf(attempt)
  const subject = spokenSubjectOf(deps, attempt)
  const consents = storedConsents(attempt.consents, deps.consent)
  const now = deps.clock.now().getTime()
  const asked = conversation.moves[step]
  const heardAt = Math.min(heard.at ?? now, now)
  const timing = { speech: heard.speech, elapsedMs: heardAt - (asked?.at ?? 0), wordMs: deps.timing.spokenWordMs }
  return {
    callType,
    language: attempt.language,
    verdict: answeredBy,
    names: [name, askedBy(attempt) ?? '', attempt.preferredName ?? ''],
    isRecorded,
    hasReminder: subject.reminderText !== null,
    isPlayedToEnd: !asked || isPlayedToEnd(asked.words ?? wordsSaid(scriptOf(subject, asked)), timing),
    isMessageLeft: attemptNumber > 1 && (await wasMessageLeft(trx, attempt.id)),
    asksConsent: consents.calls.state !== 'agreed' || attempt.needsConsentOnPhone,
    asksAfterwards: askedAfterwards(consents, {
      wantsRecording: attempt.recordCalls,
      wantsTalk:
        deps.talks !== undefined && attempt.talks && isTalkType(callType) && attempt.language === TALK_LANGUAGE,
      startedAt: attempt.startedAt,
      now: deps.clock.now(),
    }),
    mayStopRecording: consents.recording.state === 'agreed',
    mayStopTalks: consents.conversation.state === 'agreed',
    mayTalk: await mayTalkNow(deps, trx, attempt),
    playsGreeting: subject.voice?.greeting != null,
    mentionsNine: consents.calls.wording === UPGRADE_WORDING,
    now,
  }
}

async function record(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  { step, heard }: AnswerInCall,
  { reply, said, played }: { reply: Reply; said: string; played: Turn | null },
): Promise<void> {
  const { attemptId } = attempt
  const at = deps.clock.now()
  const text = heard.keys ? `Pressed ${heard.keys}` : heard.speech
  const reachedMachine = reply.move.name === 'message' && reply.move.about !== 'silent'
  const turns: Turn[] = played ? [played] : []
  if (text.trim() !== '') turns.push({ attemptId, step: `answer ${step}`, speaker: 'person', text, at })
  if (said !== '') {
    turns.push({ attemptId, step: reachedMachine ? VOICEMAIL_STEP : `reply ${step}`, speaker: 'cooee', text: said, at })
  }
  await writeAnswer(deps, trx, attempt, { keys: heard.keys, reply, turns })
}

/** What was heard and what follows from it, as far as an attempt keeps it. */
type Effect = Pick<Reply, 'state' | 'response' | 'withdrawsAnswer'>

/** Writes what was heard into the rows of an attempt, with its turns. The caller holds its lock. */
export async function writeAnswer(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  { keys, reply, turns }: { keys: string; reply: Effect; turns: readonly Turn[] },
): Promise<void> {
  const { response, state: conversation, withdrawsAnswer } = reply
  const changes = whenAnswered(factsOf(attempt), { keys, response, conversation, withdrawsAnswer })
  const columns = { ...changes, conversation: JSON.stringify(changes.conversation) }
  await writeAttemptWithTurns(deps, trx, attempt.attemptId, { columns, turns })
  if (reply.state.isMachineByWords) await discardRecordingOfMachine(deps, trx, attempt)
}

/** What follows for the call from what was written. Returns whether the call is concluded by it. */
export async function applyAnswer(deps: CareDeps, trx: Trx, attempt: LockedAttempt, reply: Effect): Promise<boolean> {
  const known = factsOf(attempt)
  const response: Response | null = reply.response
  if (reply.withdrawsAnswer && known.isOver) {
    await correctEnded(deps, trx, attempt, { answeredBy: 'machine', response: null, outcome: 'machine' })
    return false
  }
  if (response === 'help')
    await raiseIncident(
      deps,
      trx,
      attempt,
      { kind: 'help' },
      { heard: await wordsHeard(deps, trx, attempt), isByWords: reply.state.isAnsweredInWords },
    )
  const { durationSeconds, answeredAt } = attempt
  const now = deps.clock.now()
  if (isLateProof(known, response)) {
    await concludeCall(deps, trx, attempt, { status: 'completed', reason: null, durationSeconds, now, answeredAt })
    return true
  }
  return known.isOver && (await concludeUnclear(deps, trx, attempt, { conversation: reply.state, now }))
}
