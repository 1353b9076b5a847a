import type { Ledger } from '../ledger.ts'
import { newSid } from '../sid.ts'
import type { CallInstructions, SimulatedCall, SimulatedNumber } from '../simulated-records.ts'

/** What is known of a call before anything happens to it. */
type CallAtFirst = Pick<
  SimulatedCall,
  'accountSid' | 'direction' | 'phoneNumberSid' | 'to' | 'from' | 'behaviour' | 'instructions' | 'form' | 'status'
>

/** A call at its beginning. It counts among those from this number to that one. */
export function newCall(ledger: Ledger, call: CallAtFirst): SimulatedCall {
  const counter = `calls ${call.from} ${call.to}`
  const attemptNumber = ledger.remembered(counter) + 1
  ledger.remember(counter, attemptNumber)
  const now = new Date()
  return {
    ...call,
    sid: newSid('CA'),
    attemptNumber,
    createdTime: now,
    updatedTime: now,
    startTime: call.status === 'ringing' ? now : null,
    answeredTime: null,
    endTime: null,
    durationSeconds: null,
    answeredBy: null,
    sequenceNumber: 0,
    errors: [],
    turns: [],
    requests: [],
  }
}

/** What a number asks for when somebody rings it; null where it takes no calls. Applications and trunks do not exist here. */
export function instructionsOf(number: SimulatedNumber): CallInstructions | null {
  const { voice, voiceFallback, statusCallback, voiceApplicationSid, trunkSid } = number
  if (!voice || voiceApplicationSid || trunkSid) return null
  return {
    document: { kind: 'url', ...voice },
    fallback: voiceFallback,
    // A number has no choice of events: its callback receives only the end.
    statusCallback: statusCallback && { ...statusCallback, events: ['completed'] },
    timeoutSeconds: 0,
    timeLimitSeconds: null,
    asyncDetection: null,
    recording: null,
  }
}
