import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  lineParams,
  phoneSetting,
  phoneText,
  pressBody,
  ringBody,
  sandboxPhones,
  settingBody,
  speakBody,
  textBody,
  watchBody,
} from '#contract/admin/sandbox.ts'
import type { Db } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { listPhones } from './list-phones.ts'
import type { SandboxPhones } from './sandbox-phones.ts'
import { onlyFromHere } from './sandbox-request.ts'

const NEWEST_TEXTS = 150

/** The phones of the sandbox. Only while it runs: anybody who uses it sees what is said to everybody, and answers in their place. */
export const sandboxRoutes: FastifyPluginAsyncZod<{ deps: { db: Db; phones: SandboxPhones } }> = async (
  app,
  { deps: { db, phones } },
) => {
  app.addHook('onRequest', onlyFromHere)
  const config = { access: 'open' } as const
  const done = { 204: z.null() }

  app.get('/api/sandbox/phones', { config, schema: { response: { 200: sandboxPhones } } }, async () => ({
    cooeesNumber: phones.cooeesNumber,
    phones: await listPhones(db, phones),
  }))
  app.get('/api/sandbox/texts', { config, schema: { response: { 200: z.array(phoneText) } } }, async () =>
    phones.texts(NEWEST_TEXTS),
  )
  app.post('/api/sandbox/texts', { config, schema: { body: textBody, response: done } }, async ({ body }, reply) => {
    phones.text(body.from, body.text)
    return reply.code(204).send(null)
  })
  app.post(
    '/api/sandbox/ring',
    { config, schema: { body: ringBody, response: { 201: z.object({ callId: z.string() }) } } },
    async ({ body }, reply) => {
      const callId = phones.ring(body.from)
      if (callId === null) throw new AppError('unavailable', 'The number of the sandbox takes no calls yet')
      return reply.code(201).send({ callId })
    },
  )

  const onLine = { config, schema: { params: lineParams, response: done } }
  const happened = (did: boolean, otherwise: string) => {
    if (!did) throw new AppError('conflict', otherwise)
  }
  app.post('/api/sandbox/phones/:callId/answer', onLine, async ({ params }, reply) => {
    happened(phones.answer(params.callId), 'This phone does not ring any more')
    return reply.code(204).send(null)
  })
  app.post('/api/sandbox/phones/:callId/hang-up', onLine, async ({ params }, reply) => {
    happened(phones.hangUp(params.callId), 'This call is over')
    return reply.code(204).send(null)
  })
  app.post(
    '/api/sandbox/phones/:callId/press',
    { config, schema: { params: lineParams, body: pressBody, response: done } },
    async ({ params, body }, reply) => {
      happened(phones.press(params.callId, body.keys), 'Nobody holds this phone')
      return reply.code(204).send(null)
    },
  )
  app.post(
    '/api/sandbox/phones/:callId/speak',
    { config, schema: { params: lineParams, body: speakBody, response: done } },
    async ({ params, body }, reply) => {
      happened(phones.speak(params.callId, body.words), 'Nobody holds this phone')
      return reply.code(204).send(null)
    },
  )

  app.get('/api/sandbox/behaviours', { config, schema: { response: { 200: z.array(phoneSetting) } } }, async () =>
    phones.numbersSet().map((number) => ({ number, ...phones.settingsOf(number) })),
  )
  app.put(
    '/api/sandbox/behaviours',
    { config, schema: { body: settingBody, response: { 200: phoneSetting } } },
    async ({ body: { number, behaviour, texts } }) => {
      if (behaviour !== undefined) phones.setBehaviour(number, behaviour)
      if (texts !== undefined) phones.setTexts(number, texts)
      return { number, ...phones.settingsOf(number) }
    },
  )
  app.put('/api/sandbox/watched', { config, schema: { body: watchBody, response: done } }, async ({ body }, reply) => {
    phones.watch(body.numbers, body)
    return reply.code(204).send(null)
  })
}
