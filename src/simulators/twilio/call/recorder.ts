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
    if (wanted) this.#add(call, 'OutboundAPI', wanted.callback)
  }

  /** Begins to record a call that is under way. */
  start(call: SimulatedCall, callback: SimulatedRecording['callback']): SimulatedRecording {
    return this.#add(call, 'StartCallRecordingAPI', callback)
  }

  /** What a document has recorded of a call, which is finished at once. */
  keep(call: SimulatedCall, seconds: number): SimulatedRecording {
    const recording = this.#add(call, 'RecordVerb', null)
    this.#ledger.changeRecording(recording, { status: 'completed', durationSeconds: Math.max(1, Math.round(seconds)) })
    return recording
  }

  /** Ends every recording of a call that is over. */
  end(call: SimulatedCall): void {
    for (const recording of this.#ledger.recordings.withKey(call.sid)) {
      if (recording.status === 'completed') continue
      this.#complete(recording)
      if (recording.callback) this.#webhooks.recording(call, recording, recording.callback)
    }
  }

  #add(
    call: SimulatedCall,
    source: SimulatedRecording['source'],
    callback: SimulatedRecording['callback'],
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
