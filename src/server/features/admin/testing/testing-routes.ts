import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  callRecordingAnswer,
  callSidParams,
  testCallAnswer,
  testCallBody,
  testCallSchema,
  testSmsAnswer,
  testSmsBody,
  testSmsRefusal,
  twimlTemplate,
  updateWebhooksAnswer,
  updateWebhooksBody,
} from '#contract/admin/admin.ts'
import { errorBody } from '#contract/wire.ts'
import { askingAdmin } from '#server/features/audit/public.ts'
import { answerRange } from '#server/platform/http/answers/answer-range.ts'
import type { AdminDeps } from '../deps.ts'
import { pointNumber } from '../point-number.ts'
import { listTestCalls } from './list-test-calls.ts'
import { placeTestCall } from './place-test-call.ts'
import { sendTestText } from './send-test-text.ts'
import { findTestRecording, openTestRecording } from './test-recording.ts'

const wav = { content: { 'audio/wav': { schema: z.any() } } }
const soundResponse = {
  200: { description: 'The sound of the test call.', ...wav },
  206: { description: 'The bytes that `Range` asked for.', ...wav },
  416: errorBody,
  502: errorBody,
}

/** The testing centre: calls and texts that test the telephony from end to end. */
export const testingRoutes: FastifyPluginAsyncZod<{ deps: AdminDeps }> = async (app, { deps }) => {
  const callResponse = { 200: testCallAnswer, 502: errorBody }
  app.post('/api/admin/test-call', { schema: { body: testCallBody, response: callResponse } }, (request) =>
    placeTestCall(deps, askingAdmin(request), request.body),
  )

  app.get('/api/admin/test-calls', { schema: { response: { 200: z.array(testCallSchema) } } }, () =>
    listTestCalls(deps.db, deps.clock.now()),
  )

  const smsResponse = { 200: testSmsAnswer, 400: testSmsRefusal, 502: testSmsRefusal }
  app.post('/api/admin/test-sms', { schema: { body: testSmsBody, response: smsResponse } }, async (request, reply) => {
    const outcome = await sendTestText(deps, askingAdmin(request), request.body)
    if (outcome.kind === 'sent') return reply.send({ messageSid: outcome.messageSid, error: null })
    const { error, isFinal } = outcome
    return reply.code(isFinal ? 400 : 502).send({ message: error, messageSid: null, error })
  })

  app.get(
    '/api/admin/call-recording/:callSid',
    { schema: { params: callSidParams, response: { 200: callRecordingAnswer, 502: errorBody } } },
    async ({ params: { callSid } }) => {
      await findTestRecording(deps, callSid)
      return { recordingUrl: `/api/admin/call-recording/${callSid}/sound` }
    },
  )

  app.get(
    '/api/admin/call-recording/:callSid/sound',
    { compress: false, schema: { params: callSidParams, response: soundResponse } },
    async (request, reply) => {
      const { callSid } = request.params
      const { bytes, contentType } = await openTestRecording(deps, askingAdmin(request), callSid)
      const range = answerRange(request, reply, bytes.length)
      if (range === null) return reply.send({ message: 'The recording is not as long as that' })
      const name = `test-call-${callSid}.${contentType === 'audio/mpeg' ? 'mp3' : 'wav'}`
      reply.header('content-disposition', `inline; filename="${name}"`).type(contentType)
      return reply.send(bytes.subarray(range.first, range.last + 1))
    },
  )

  app.post(
    '/api/admin/twilio/update-webhooks',
    { schema: { body: updateWebhooksBody, response: { 200: updateWebhooksAnswer, 502: errorBody } } },
    (request) => pointNumber(deps, askingAdmin(request), request.body.baseUrl),
  )

  app.get('/api/admin/twiml-templates', { schema: { response: { 200: z.array(twimlTemplate) } } }, () =>
    deps.templates(),
  )
}
