import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { CallSubject, DialFacts } from '#server/adapters/telephony/telephony.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { endedStatus } from '../call-status.ts'
import { renderScript } from '../scripts/render-script.ts'
import { answerQuery, callForm, heardIn, idParams, providerCallOf, relayForm, voiceQuery } from './callback-forms.ts'
import { callbackUrls, type SubjectPrefix, talkUrls } from './callback-urls.ts'
import type { WhileHeld } from './wait-for-database.ts'

/**
 * Stores a report about `call`. A few are stored at a time, one of each call, oldest first: most of them nobody waits for
 * on the phone. `store` calls `onStored` before it asks the provider for anything, so that no other report waits for that.
 */
export type StoreReport = (call: string, store: (onStored: () => void) => Promise<void>) => Promise<void>

interface DialCallbacks {
  /** Signs the addresses of talks. */
  authToken: string
  publicUrl: string
  /** What the addresses of these calls begin with. */
  subjectPrefix: SubjectPrefix
  subjectOf(id: number): CallSubject
  facts: DialFacts
  clock: Clock
  whileHeld: WhileHeld
  storeReport: StoreReport
}

/** What Twilio reports about the calls that we place, for one of their purposes. */
export const dialCallbacks: FastifyPluginAsyncZod<DialCallbacks> = async (app, options) => {
  const { authToken, publicUrl, subjectPrefix, subjectOf, facts, clock, whileHeld, storeReport } = options
  const config = { access: 'open' } as const
  const callOf = (id: number) => `${subjectPrefix}${id}`
  const twiml = (id: number, script: Parameters<typeof renderScript>[0]) =>
    renderScript(
      script,
      callbackUrls(publicUrl, subjectOf(id)).answer,
      facts.talkEnded && talkUrls({ publicUrl, authToken }, id),
    )

  app.post(
    `/api/twilio/${subjectPrefix}voice/:id`,
    { config, schema: { hide: true, params: idParams, querystring: voiceQuery, body: callForm } },
    async ({ params: { id }, query: { waited, language }, body, log }, reply) => {
      const call = `${subjectPrefix}voice/${id}`
      const held = { publicUrl, call, providerCallId: body.CallSid, waited, language, log }
      const script = await whileHeld(async () => twiml(id, await facts.answered(id, body.CallSid, body.To)), held)
      return reply.type('text/xml').send(script)
    },
  )
  app.post(
    `/api/twilio/${subjectPrefix}voice/:id/answer`,
    { config, schema: { hide: true, params: idParams, querystring: answerQuery, body: callForm } },
    async ({ params: { id }, query, body, log }, reply) => {
      const { step, waited, language } = query
      const heard = heardIn(body, query, clock.now())
      const held = {
        publicUrl,
        call: `${subjectPrefix}voice/${id}`,
        providerCallId: body.CallSid,
        waited,
        language,
        answer: { step, ...heard },
        log,
      }
      const script = await whileHeld(
        async () => twiml(id, await facts.heard(id, step, heard, body.CallSid, body.To)),
        held,
      )
      return reply.type('text/xml').send(script)
    },
  )
  app.post(
    `/api/twilio/${subjectPrefix}status/:id`,
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params, body }, reply) => {
      await storeReport(callOf(params.id), (onStored) => facts.progressed(params.id, providerCallOf(body), onStored))
      return reply.code(204).send()
    },
  )
  const { answererDetected, talkEnded } = facts
  if (talkEnded) {
    app.post(
      `/api/twilio/${subjectPrefix}relay-ended/:id`,
      { config, schema: { hide: true, params: idParams, querystring: answerQuery, body: relayForm } },
      async ({ params: { id }, query: { step, waited }, body, log }, reply) => {
        const { CallSid: providerCallId, SessionStatus: status, ErrorCode: error } = body
        if (error) log.warn({ attemptId: id, status, error }, 'Relay of a talk failed; the call goes on')
        const isCallOver = endedStatus(body.CallStatus) !== null
        // Who waits for the database goes on as after any question.
        const answer = { step, keys: '', speech: '', at: clock.now().getTime() }
        const held = { publicUrl, call: `${subjectPrefix}voice/${id}`, providerCallId, waited, answer, log }
        const script = await whileHeld(
          async () => twiml(id, await talkEnded(id, step, { providerCallId, isCallOver })),
          held,
        )
        return reply.type('text/xml').send(script)
      },
    )
  }
  if (!answererDetected) return
  app.post(
    `/api/twilio/${subjectPrefix}machine-detection/:id`,
    { config, schema: { hide: true, params: idParams, body: callForm } },
    async ({ params, body }, reply) => {
      const { answeredBy, providerCallId } = providerCallOf(body)
      if (answeredBy) {
        await storeReport(callOf(params.id), (onStored) =>
          answererDetected(params.id, providerCallId, answeredBy, onStored),
        )
      }
      return reply.code(204).send()
    },
  )
}
