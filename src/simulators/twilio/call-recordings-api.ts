import type { FastifyInstance } from 'fastify'
import { ApiError } from './api-error.ts'
import { field, readForm, readRecordingCallback } from './api-forms.ts'
import { accountUri, presentCallRecording } from './api-resources.ts'
import type { Ledger } from './ledger.ts'
import type { Recorder } from './recorder.ts'
import type { SimulatedCall, SimulatedRecording } from './simulated-records.ts'

interface RecordingPath {
  Params: { callSid: string; sid: string }
}

/** Stands for whatever is being recorded now. */
const CURRENT = 'Twilio.CURRENT'

/**
 * The recordings of one call: begun while it is under way, paused, stopped, fetched and deleted.
 * Source: https://www.twilio.com/docs/voice/api/recording#create-a-recording-resource
 */
export function callRecordingsApi(
  app: FastifyInstance,
  deps: { ledger: Ledger; recorder: Recorder; accountSid: string },
): void {
  const { ledger, recorder } = deps
  const base = `${accountUri(deps.accountSid)}/Calls/:callSid/Recordings`

  app.post<{ Params: { callSid: string } }>(`${base}.json`, async ({ params, body }, reply) => {
    const call = requireCall(params.callSid)
    const callback = readRecordingCallback(readForm(body))
    if (call.status !== 'in-progress') {
      throw new ApiError('callNotInProgress', 'Requested resource is not eligible for recording')
    }
    return reply.code(201).send(presentCallRecording(recorder.start(call, callback)))
  })

  app.get<RecordingPath>(`${base}/:sid.json`, async ({ params }) => {
    return presentCallRecording(requireRecording(requireCall(params.callSid), params.sid))
  })

  app.post<RecordingPath>(`${base}/:sid.json`, async ({ params, body }) => {
    const call = requireCall(params.callSid)
    const recording = requireRecording(call, params.sid)
    const status = field(readForm(body), 'Status')
    if (recording.status === 'completed') {
      throw new ApiError('callNotInProgress', 'Requested resource is not eligible for recording')
    }
    switch (status) {
      case 'stopped':
        recorder.stop(call, recording)
        return { ...presentCallRecording(recording), status }
      case 'paused':
      case 'in-progress':
        ledger.changeRecording(recording, { status })
        return presentCallRecording(recording)
      default:
        throw new ApiError('invalidParameter', `Status must be stopped, paused or in-progress, not ${status}`)
    }
  })

  app.delete<RecordingPath>(`${base}/:sid.json`, async ({ params }, reply) => {
    ledger.removeRecording(requireRecording(requireCall(params.callSid), params.sid).sid)
    return reply.code(204).send()
  })

  function requireCall(sid: string): SimulatedCall {
    const call = ledger.calls.get(sid)
    if (!call) throw notFound(`Calls/${sid}/Recordings`)
    return call
  }

  function requireRecording(call: SimulatedCall, sid: string): SimulatedRecording {
    const recordings = ledger.recordings.withKey(call.sid)
    const recording =
      sid === CURRENT
        ? recordings.findLast(({ status }) => status !== 'completed')
        : recordings.find((known) => known.sid === sid)
    if (!recording) throw notFound(`Calls/${call.sid}/Recordings/${sid}`)
    return recording
  }

  function notFound(what: string): ApiError {
    return new ApiError('notFound', `The requested resource ${accountUri(deps.accountSid)}/${what}.json was not found`)
  }
}
