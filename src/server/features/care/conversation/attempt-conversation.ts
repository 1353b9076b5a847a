import { MAX_NOT_YET } from '#core/call-policy/after-attempt.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import { howOften } from '#core/consent/how-often.ts'
import {
  type ConversationState,
  type Move,
  type MoveName,
  mayHearReminder,
  stepOf,
} from '#core/conversation/conversation-state.ts'
import { withWordsSaid } from '#core/conversation/played-to-end.ts'
import { keyThatCounts, responseToKey } from '#core/conversation/replies/answer-to-question.ts'
import { saysHelp } from '#core/conversation/replies/to-confirmation.ts'
import { scriptOf } from '#core/conversation/script/script-of.ts'
import type { SpokenSubject } from '#core/conversation/script/spoken-subject.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { sentFullName, sentNameOr } from '#core/names/sent-words.ts'
import { localDayOf, toWallClock } from '#core/recurrence/wall-clock.ts'
import { storedConsents } from '#server/features/consents/public.ts'
import { talkOf } from '#server/features/talks/public.ts'
import { familiarVoice } from '#server/features/voices/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { factsOf, type LockedAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'
import { noteVoiceNamed } from './played-voice.ts'
import { writeAttempt } from './write-attempt.ts'

/** The reply to an earlier step; undefined when it was not answered yet. */
export function moveAfter({ next, moves }: ConversationState, step: string): Move | undefined {
  const following = next[step]
  return following === undefined ? undefined : moves[following]
}

/** The present step of the conversation: what was handed over last; undefined before the opening. */
export function latestMove({ moves }: ConversationState): Move | undefined {
  return Object.values(moves)
    .toSorted((a, b) => a.serial - b.serial)
    .at(-1)
}

/** Questions of the previous version, in documents that were handed over before an upgrade. */
const EARLIER_STEPS: readonly string[] = ['first', 'second', 'again', 'voicemail']

/** Whether a question was asked at all: without it there is no answer. */
export function wasHandedOver({ moves }: ConversationState, step: string): boolean {
  return Object.keys(moves).length === 0 ? EARLIER_STEPS.includes(step) : Object.hasOwn(moves, step)
}

/** At these a key for help is help; elsewhere it is asked back, or has another meaning. */
const HELP_BY_KEY: readonly string[] = ['question', 'confirm_help', 'ask_more', 'goodbye'] satisfies MoveName[]

/**
 * The key by which help is asked for in answer to a question that a fail-over has lost: the provider names its step, so
 * it was asked. Help is not asked for a second time of somebody who has just asked for it. It is the key that means help
 * at the call's own question, which a lost step is taken for. Null where the answer is something else.
 */
export function helpKeyToLostQuestion(
  attempt: LockedAttempt,
  { step, keys }: { step: string; keys: string },
): string | null {
  const { callType, outcomeUnknownSince } = attempt
  if (outcomeUnknownSince === null || factsOf(attempt).isOver || callType === 'wake_up_call') return null
  const [name = ''] = step.split(' ')
  const key = keyThatCounts(callType, keys)
  if (key === null || !HELP_BY_KEY.includes(name)) return null
  const isHelp =
    responseToKey(callType, key) === 'help' || (name === 'confirm_help' && saysHelp(key, callType) === true)
  if (!isHelp) return null
  return callType === 'medication_reminder' ? '3' : '2'
}

/** A repeated answer gets the same reply as before. The question begins again, so the time that it takes is counted from now. */
export async function handOverAgain(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  move: Move,
): Promise<readonly ScriptPart[]> {
  // A talk is held only once: the provider is told what follows it.
  if (move.name === 'talk' && (await talkOf(trx, attempt.attemptId)) !== null) {
    return [{ kind: 'go_to', step: stepOf(move) }]
  }
  const { conversation } = factsOf(attempt)
  const again = { ...move, at: deps.clock.now().getTime() }
  const script = scriptOf(spokenSubjectOf(deps, attempt), again)
  await writeConversation(trx, attempt.attemptId, withWordsSaid(conversation, again, script))
  await noteVoiceNamed(deps, trx, attempt, script)
  return script
}

/** Stores the present step of an attempt's conversation. */
export async function writeConversation(trx: Trx, attemptId: number, conversation: ConversationState): Promise<void> {
  await writeAttempt(trx, attemptId, { conversation: JSON.stringify(conversation) })
}

/** What the words of a call are made from. */
export type SpeakingDeps = Pick<CareDeps, 'sealing' | 'clock' | 'consent' | 'publicUrl' | 'voices'>

/** What is needed to speak in the call of an attempt; the hour is that on the loved one's clock. */
export function spokenSubjectOf(
  { sealing, clock, consent, publicUrl, voices }: SpeakingDeps,
  attempt: LockedAttempt,
): SpokenSubject {
  const { callType, name, preferredName, familyWord, isRecorded, timezone } = attempt
  const wording = wordingOf(attempt.language, attempt.corrections)
  const hasAgreed = storedConsents(attempt.consents, consent).calls.state === 'agreed'
  const now = Temporal.Instant.fromEpochMilliseconds(clock.now().getTime())
  return {
    callType,
    name: sentNameOr(name),
    preferredName,
    familyWord,
    askedBy: sentFullName(attempt),
    hour: now.toZonedDateTimeISO(timezone).hour,
    isDaily: attempt.recurrencePattern === 'daily',
    isRecorded,
    reminderText: mayHearReminder(factsOf(attempt).conversation) ? reminderTextOf(sealing, attempt) : null,
    catchUp: catchUpOf(attempt, clock.now()),
    // A call that was moved to another day does not mention the heat.
    isHotDay: attempt.hotDay === toWallClock(clock.now(), timezone).date,
    often: hasAgreed && !attempt.needsConsentOnPhone ? null : howOften(attempt.patterns, wording),
    wording,
    voice: familiarVoice(attempt.chosenVoices, { dialId: attempt.attemptId, publicUrl, voices }),
    isCalledAgain: attempt.cancelledAt === null && attempt.notYetCount + 1 < MAX_NOT_YET,
  }
}

function catchUpOf({ catchUpFor, timezone }: LockedAttempt, now: Date): 'today' | 'earlier' | null {
  if (catchUpFor === null) return null
  return catchUpFor >= localDayOf(now, timezone).start ? 'today' : 'earlier'
}

/**
 * Null when there is no note, when the call is no reminder, and when the note cannot be opened: the plain reminder is
 * said then.
 */
function reminderTextOf(sealing: CareDeps['sealing'], attempt: LockedAttempt): string | null {
  const { callType, reminderText, reminderTextSealedWith, lovedOneId } = attempt
  if (callType !== 'medication_reminder' || reminderText === null) return null
  const stored = { value: reminderText, sealedWith: reminderTextSealedWith }
  const opened = sealing.openText('loved_ones.reminder_text', { id: lovedOneId }, stored)
  return opened.kind === 'opened' ? opened.content : null
}
