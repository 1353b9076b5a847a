import type { Ledger } from '../ledger.ts'
import { newSid } from '../sid.ts'
import type { SimulatedCall, SimulatedRecording } from '../simulated-records.ts'
import type { CallWebhooks } from './call-webhooks.ts'

/** Makes the recordings of calls and reports them to the customer's server. */
export class Recorder {
  readonly #ledger: Ledger
  readonly #webhooks: CallWebhooks

  constructor(ledger: Ledger, webhooks: CallWebhooks) {
    this.#ledger = ledger
    this.#webhooks = webhooks
  }

  /** Begins to record a whole call, when its create request asked for that. */
  begin(call: SimulatedCall): void {
    const wanted = call.instructions.recording
    if (!wanted) return
    const recording = this.#add(call, 'OutboundAPI')
    if (wanted.callback?.events.includes('in-progress')) this.#webhooks.recording(call, recording, wanted.callback)
  }

  /** Begins to record a call that is under way. */
  start(call: SimulatedCall, callback: SimulatedRecording['callback']): SimulatedRecording {
    const recording = this.#add(call, 'StartCallRecordingAPI', callback)
    if (callback?.events.includes('in-progress')) this.#webhooks.recording(call, recording, callback)
    return recording
  }

  stop(call: SimulatedCall, recording: SimulatedRecording): void {
    this.#complete(recording)
    const isOwn = recording.source === 'StartCallRecordingAPI'
    const callback = isOwn ? recording.callback : call.instructions.recording?.callback
    if (callback?.events.includes('completed')) this.#webhooks.recording(call, recording, callback)
  }

  /** Ends every recording of a call that is over. */
  end(call: SimulatedCall): void {
    for (const recording of this.#ledger.recordings.withKey(call.sid)) {
      if (recording.status !== 'completed') this.stop(call, recording)
    }
  }

  #add(
    call: SimulatedCall,
    source: SimulatedRecording['source'],
    callback: SimulatedRecording['callback'] = null,
  ): SimulatedRecording {
    const now = new Date()
    const recording: SimulatedRecording = {
      sid: newSid('RE'),
      accountSid: call.accountSid,
      callSid: call.sid,
      source,
      callback,
      startTime: now,
      createdTime: now,
      updatedTime: now,
      status: 'in-progress',
      durationSeconds: null,
    }
    this.#ledger.addRecording(recording)
    return recording
  }

  #complete(recording: SimulatedRecording): void {
    const milliseconds = Date.now() - recording.startTime.getTime()
    this.#ledger.changeRecording(recording, {
      status: 'completed',
      durationSeconds: Math.max(1, Math.round(milliseconds / 1000)),
    })
  }
}
