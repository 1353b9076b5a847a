import type { FastifyInstance } from 'fastify'
import type { Recorder } from '../call/recorder.ts'
import type { Ledger } from '../ledger.ts'
import type { SimulatedCall } from '../simulated-records.ts'
import { ApiError } from './api-error.ts'
import { readForm, readRecordingCallback } from './api-forms.ts'
import { accountUri, presentRecording } from './api-resources.ts'

/** The recordings of one call under way (https://www.twilio.com/docs/voice/api/recording#create-a-recording-resource). */
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
    return reply.code(201).send(presentRecording(recorder.start(call, callback)))
  })

  function requireCall(sid: string): SimulatedCall {
    const call = ledger.calls.get(sid)
    if (!call) throw notFound(`Calls/${sid}/Recordings`)
    return call
  }

  function notFound(what: string): ApiError {
    return new ApiError('notFound', `The requested resource ${accountUri(deps.accountSid)}/${what}.json was not found`)
  }
}
