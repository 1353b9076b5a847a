import type { AnsweredBy, EndedStatus } from '#core/call-policy/attempt-outcome.ts'
import type { Heard } from '#core/call-script/answer.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import type { Language } from '#core/languages/language.ts'

/** The result of the request to ring somebody. */
export type DialResult =
  | { kind: 'accepted'; providerCallId: string }
  /** The provider will not ring this number; asking again does not help. */
  | { kind: 'rejected'; reason: string }
  /** Certainly not placed: safe to try again. */
  | { kind: 'not_placed'; reason: string }
  /**
   * Nobody can say whether the phone rings: a timeout, a cut connection, a server error. Never dial again before asking
   * the provider. `saidBusy`: it answered that it takes no more for now, so the call was hardly placed.
   */
  | { kind: 'unknown'; saidBusy: boolean; reason: string }

/** A call as the provider knows it. */
export interface ProviderCall {
  providerCallId: string
  /** Null while the call is queued, ringing or being talked on. */
  endedStatus: EndedStatus | null
  /** The provider's own word for where the call is. */
  status: string
  answeredBy: AnsweredBy | null
  /** Seconds talked; null before the end and for calls nobody answered. */
  durationSeconds: number | null
  /** The number that was rung, in a report of the provider. */
  to?: string
}

export type Lookup<Found> =
  | { kind: 'found'; found: Found }
  | { kind: 'absent' }
  | { kind: 'unavailable'; reason: string }

/** What a call is placed for: an attempt to reach a loved one, an alert that somebody should take on, a test, or a member who records their voice. */
export type CallSubject = { attemptId: number } | { alertId: number } | { testCallId: number } | { voiceCallId: number }

/** Whom to ring and what for. Tests are recorded from the start, calls to a loved one after that was announced, alerts never. */
export type DialRequest = {
  to: string
  /** Which number of ours rings; the main one where it is left out or not ours. */
  from?: string
  /** In which the person is spoken to while the database is away; left out: English. */
  language?: Language
} & CallSubject

/** Places calls and knows how they ended. */
export interface Telephony {
  dial(request: DialRequest): Promise<DialResult>
  /** One call by the provider's id. */
  fetchCall(providerCallId: string): Promise<Lookup<ProviderCall>>
  /** Calls to a number that were created at or after an instant. */
  findCalls(query: { to: string; since: Date }): Promise<Lookup<ProviderCall[]>>
  /** Replaces what a live call is hearing. False when the call is not live any more or the provider cannot be asked. */
  say(providerCallId: string, saying: { script: readonly ScriptPart[] } & CallSubject): Promise<boolean>
  /** Records a live call of an attempt from now on. False when it is not live any more or the provider cannot be asked. */
  startRecording(providerCallId: string, subject: { attemptId: number }): Promise<boolean>
  /** Lets a phone ring no more; a call that was picked up goes on. False when the provider cannot be asked. */
  stopRinging(providerCallId: string): Promise<boolean>
}

/**
 * What a provider reports about a call, as its adapter passes it on after the signature was verified; `id` is
 * what its `CallSubject` names. Every event may arrive late, twice or out of order. Unknown ids are answered with a script that hangs up, and so is
 * a provider call other than the one that the dial is linked to: it changes nothing. Answered once more, a call
 * continues where it is.
 */
export interface DialFacts {
  /** The phone was answered: what to say. `to` is the number that was rung. */
  answered(id: number, providerCallId: string, to?: string): Promise<readonly ScriptPart[]>
  /** Something was pressed or said after the question `step`: what to say next. */
  heard(id: number, step: string, heard: Heard, providerCallId?: string, to?: string): Promise<readonly ScriptPart[]>
  /** Where the call is, or that it ended. Calls `onStored` before it asks the provider for anything. */
  progressed(id: number, call: ProviderCall, onStored?: () => void): Promise<void>
  /**
   * The talk that began with `step` is over, whyever: what to say next. `isCallOver`: nobody is there any more to hear it.
   */
  talkEnded?(
    id: number,
    step: string,
    ended: { providerCallId: string; isCallOver: boolean },
  ): Promise<readonly ScriptPart[]>
  /**
   * Who or what answered, where machine detection is on. A hint: it shapes what is said, it proves nobody. Calls
   * `onStored` before it asks the provider for anything.
   */
  answererDetected?(id: number, providerCallId: string, answeredBy: AnsweredBy, onStored?: () => void): Promise<void>
}

/** Of calls to loved ones, where machine detection is always on. */
export type ProviderCallEvents = Required<Omit<DialFacts, 'talkEnded'>> & Pick<DialFacts, 'talkEnded'>

/** What reaches Cooee's own number. A caller's number is a claim of the network's, not a proof. */
export interface ProviderInboundEvents {
  /** Somebody rings: what to say. `from` is E.164, or empty when withheld. */
  called(call: { from: string; providerCallId: string }): Promise<readonly ScriptPart[]>
  /** They pressed or said something after the question `step`: what to say next. */
  answered(call: { from: string; providerCallId: string }, step: string, heard: Heard): Promise<readonly ScriptPart[]>
  /** Somebody sends a text message. The answer to them, or null for none. */
  texted(text: { from: string; text: string; providerMessageId: string }): Promise<string | null>
}

/** What became of a text message after the provider had taken it. As `ProviderCallEvents`: late, twice, out of order. */
export interface ProviderTextEvents {
  /** `failed`: the network did not deliver it, and will not. */
  progressed(
    messageId: number,
    delivery: 'delivered' | 'failed',
    reason: string | null,
    providerMessageId: string,
  ): Promise<void>
}

/** That the sound of a call is ready to be fetched from the provider. */
export interface ProviderRecordingEvents {
  recorded(attemptId: number, recording: { providerRecordingId: string; durationSeconds: number }): Promise<void>
}
