import { toRfc2822 } from '../api/api-dates.ts'
import type { Ledger } from '../ledger.ts'
import type {
  Callback,
  CallEvent,
  CallRequest,
  CallStatus,
  SimulatedCall,
  SimulatedRecording,
} from '../simulated-records.ts'
import type { WebhookAnswer } from '../webhook-answer.ts'
import type { Webhooks } from '../webhooks.ts'

/** Reports a call to the customer's server, and records on the call what was sent and answered. */
export class CallWebhooks {
  readonly #webhooks: Webhooks
  readonly #ledger: Ledger
  readonly #ordinals = new Map<string, { ordinal: number; sent: number }>()
  #nextOrdinal = 0
  #publicUrl = ''

  constructor(webhooks: Webhooks, ledger: Ledger) {
    this.#webhooks = webhooks
    this.#ledger = ledger
  }

  /** Asks for a TwiML document, an action's answer included. */
  async fetchDocument(call: SimulatedCall, { url }: Callback, params: Record<string, string>): Promise<WebhookAnswer> {
    const log = logRequest(call, 'document', url, null)
    const answer = await this.#webhooks.send({ url, params: { ...callParameters(call), ...params } })
    logAnswer(log, answer)
    return answer
  }

  /** A call progress event, if the call was created with a status callback that asks for it. */
  progress(call: SimulatedCall, event: CallEvent): void {
    const callback = call.instructions.statusCallback
    if (!callback?.events.includes(event)) return
    const params: Record<string, string> = {
      ...callParameters(call, event === 'initiated' ? 'initiated' : call.status),
      Timestamp: toRfc2822(new Date()),
      CallbackSource: 'call-progress-events',
      SequenceNumber: String(call.sequenceNumber),
    }
    this.#ledger.changeCall(call, { sequenceNumber: call.sequenceNumber + 1 })
    if (event === 'completed') {
      const seconds = call.durationSeconds ?? 0
      params.CallDuration = String(seconds)
      params.Duration = String(Math.ceil(seconds / 60))
      params.SipResponseCode = sipResponseCode(call.status)
      const recording = this.#ledger.recordings.withKey(call.sid).at(-1)
      if (recording) Object.assign(params, recordingParameters(recording, this.#publicUrl))
    }
    void this.#enqueue(call, 'status', callback, params, event)
  }

  /** The verdict of answering machine detection that ran beside the call. Done when it has been answered or lost. */
  detection(call: SimulatedCall, callback: Callback, milliseconds: number): Promise<void> {
    return this.#enqueue(call, 'detection', callback, {
      CallSid: call.sid,
      AccountSid: call.accountSid,
      AnsweredBy: call.answeredBy ?? 'unknown',
      MachineDetectionDuration: String(Math.round(milliseconds)),
    })
  }

  recording(call: SimulatedCall, recording: SimulatedRecording, callback: Callback): void {
    void this.#enqueue(
      call,
      'recording',
      callback,
      {
        CallSid: call.sid,
        AccountSid: call.accountSid,
        RecordingStatus: recording.status,
        RecordingChannels: '1',
        RecordingTrack: 'both',
        RecordingSource: recording.source,
        RecordingStartTime: toRfc2822(recording.startTime),
        ErrorCode: '0',
        ...recordingParameters(recording, this.#publicUrl),
      },
      recording.status,
    )
  }

  /** Where the API can be reached, for links to recordings; known once the server listens. */
  set publicUrl(url: string) {
    this.#publicUrl = url
  }

  /** Where a recording is fetched, without its ending. */
  recordingUrl(recording: SimulatedRecording): string {
    return recordingUrl(recording, this.#publicUrl)
  }

  /** Lets go of what is only needed while a call lasts. */
  forget(call: SimulatedCall): void {
    this.#ordinals.delete(call.sid)
  }

  /** Counts the call among those whose callbacks hostile mode decides about, in the order of their creation. */
  introduce(call: SimulatedCall): void {
    this.#ordinals.set(call.sid, { ordinal: this.#nextOrdinal, sent: 0 })
    this.#nextOrdinal += 1
  }

  #enqueue(
    call: SimulatedCall,
    purpose: CallRequest['purpose'],
    { url }: Callback,
    params: Record<string, string>,
    event: string | null = null,
  ): Promise<void> {
    const place = this.#ordinals.get(call.sid) ?? { ordinal: 0, sent: 0 }
    const log = logRequest(call, purpose, url, event)
    const subject = { sid: call.sid, ordinal: place.ordinal, index: place.sent }
    place.sent += 1
    return this.#webhooks.enqueue(subject, { url, params }, (answer) => logAnswer(log, answer))
  }
}

/** The parameters every voice request carries: https://www.twilio.com/docs/voice/twiml#request-parameters */
function callParameters(call: SimulatedCall, status: CallStatus | 'initiated' = call.status): Record<string, string> {
  return {
    CallSid: call.sid,
    AccountSid: call.accountSid,
    From: call.from,
    To: call.to,
    Caller: call.from,
    Called: call.to,
    CallStatus: status,
    ApiVersion: '2010-04-01',
    Direction: call.direction,
    ...(call.answeredBy ? { AnsweredBy: call.answeredBy } : {}),
  }
}

function recordingParameters(recording: SimulatedRecording, publicUrl: string): Record<string, string> {
  return {
    RecordingSid: recording.sid,
    RecordingUrl: recordingUrl(recording, publicUrl),
    ...(recording.durationSeconds === null ? {} : { RecordingDuration: String(recording.durationSeconds) }),
  }
}

function recordingUrl(recording: SimulatedRecording, publicUrl: string): string {
  return `${publicUrl}/2010-04-01/Accounts/${recording.accountSid}/Recordings/${recording.sid}`
}

function sipResponseCode(status: CallStatus): string {
  switch (status) {
    case 'busy':
      return '486'
    case 'no-answer':
    case 'canceled':
      return '487'
    case 'failed':
      return '404'
    default:
      return '200'
  }
}

function logRequest(
  call: SimulatedCall,
  purpose: CallRequest['purpose'],
  url: string,
  event: string | null,
): CallRequest {
  const request: CallRequest = { at: new Date(), purpose, url, event, statusCode: null, failure: null }
  call.requests.push(request)
  return request
}

function logAnswer(log: CallRequest, answer: WebhookAnswer): void {
  if (answer.kind === 'answered') log.statusCode = answer.statusCode
  else log.failure = answer.reason
}
