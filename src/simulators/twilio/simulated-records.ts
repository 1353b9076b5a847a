import type { AnsweredBy } from './answered-by.ts'
import type { CallBehaviour } from './phone/behaviour.ts'

export type CallStatus =
  | 'queued'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'failed'
  | 'no-answer'
  | 'canceled'

export type CallEvent = 'initiated' | 'ringing' | 'answered' | 'completed'

/** Where the account's server is asked or notified, always by POST. */
export interface Callback {
  url: string
}

/** Where the next TwiML document comes from. */
export type DocumentSource = { kind: 'inline'; twiml: string } | ({ kind: 'url' } & Callback)

/** What the create request asked for, in the simulator's own words. */
export interface CallInstructions {
  document: DocumentSource
  fallback: Callback | null
  statusCallback: (Callback & { events: CallEvent[] }) | null
  timeoutSeconds: number
  timeLimitSeconds: number | null
  asyncDetection: { callback: Callback | null } | null
  recording: { callback: Callback | null } | null
}

export type TurnKind = 'said' | 'played' | 'pressed' | 'spoke' | 'beeped' | 'hung-up'

/** One thing on the line: `said` and `played` by the account’s document, the rest by the phone. A key only where it was taken. */
export interface CallTurn {
  at: Date
  kind: TurnKind
  text: string
  /** In which it was said, unless that is English. */
  language?: string
}

/** One HTTP request the simulator made for a call, and what became of it. */
export interface CallRequest {
  at: Date
  purpose: 'document' | 'status' | 'detection' | 'recording'
  url: string
  event: string | null
  statusCode: number | null
  failure: string | null
}

export interface SimulatedCall {
  readonly sid: string
  readonly accountSid: string
  readonly direction: 'outbound-api' | 'inbound'
  readonly to: string
  readonly from: string
  /** How many relays it had so far; left out without any. */
  relays?: number
  /** The number of the account that was rung; null for calls that it placed. */
  readonly phoneNumberSid: string | null
  /** 1 for the first call from this number to that one, 2 for the next, and so on. */
  readonly attemptNumber: number
  readonly behaviour: CallBehaviour
  readonly instructions: CallInstructions
  /** The form fields of the create request, as they came; empty for a call that no request made. */
  readonly form: Readonly<Record<string, string | string[]>>
  readonly createdTime: Date
  updatedTime: Date
  status: CallStatus
  /** When the phone began to ring. */
  startTime: Date | null
  answeredTime: Date | null
  endTime: Date | null
  /** Whole seconds of talk, at least 1 for an answered call; null while it lasts and when nobody answered. */
  durationSeconds: number | null
  answeredBy: AnsweredBy | null
  /** Status callbacks numbered so far. */
  sequenceNumber: number
  /** Provider errors the account's debugger would show. */
  errors: { code: number; message: string }[]
  turns: CallTurn[]
  requests: CallRequest[]
}

/** `receiving` and `received` for those that reach the account, the rest for those that it sends. */
export type MessageStatus = 'queued' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'receiving' | 'received'
export type MessageDirection = 'inbound' | 'outbound-api' | 'outbound-reply'

export interface SimulatedMessage {
  readonly sid: string
  readonly accountSid: string
  readonly direction: MessageDirection
  readonly to: string
  readonly from: string
  readonly body: string
  readonly statusCallback: string | null
  readonly createdTime: Date
  updatedTime: Date
  sentTime: Date | null
  status: MessageStatus
  /** Why it did not arrive, or why the account's server could not be notified. */
  error: { code: number; message: string } | null
}

/** A number that belongs to the account: what happens when somebody rings it or writes to it. */
export interface SimulatedNumber {
  readonly sid: string
  readonly accountSid: string
  readonly phoneNumber: string
  readonly createdTime: Date
  updatedTime: Date
  voice: Callback | null
  voiceFallback: Callback | null
  sms: Callback | null
  smsFallback: Callback | null
  statusCallback: Callback | null
  /** What handles calls and texts instead of the addresses above, where there is something. */
  voiceApplicationSid?: string
  smsApplicationSid?: string
  trunkSid?: string
}

export interface SimulatedRecording {
  readonly sid: string
  readonly accountSid: string
  readonly callSid: string
  readonly source: 'OutboundAPI' | 'StartCallRecordingAPI' | 'RecordVerb'
  /** Who is notified, for a recording that was started during the call. */
  readonly callback: Callback | null
  readonly startTime: Date
  readonly createdTime: Date
  updatedTime: Date
  status: 'in-progress' | 'completed'
  durationSeconds: number | null
}

/** True once nothing further can happen to the call. */
export function isOver(status: CallStatus): boolean {
  switch (status) {
    case 'queued':
    case 'ringing':
    case 'in-progress':
      return false
    case 'completed':
    case 'busy':
    case 'failed':
    case 'no-answer':
    case 'canceled':
      return true
  }
}
