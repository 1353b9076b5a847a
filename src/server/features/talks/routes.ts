import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  talkSettingsBody,
  talkSettingsSchema,
  talksOfCallSchema,
  topicBody,
  topicSchema,
} from '#contract/calls/talks.ts'
import { idParams } from '#contract/wire.ts'
import type { ConsentMode } from '#core/consent/consent.ts'
import { ownLovedOne } from '#server/features/loved-ones/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import type { TalkLimits } from './talk-limits.ts'
import { saveTalkSettings, talkSettingsOf } from './talk-settings.ts'
import { talksOfCall } from './talks-of-call.ts'
import { editTopic, forgetTopic, forgetTopics, topicsOf } from './topics.ts'

interface TalkRoutesDeps {
  db: Db
  clock: Clock
  sealing: Sealing
  consent: ConsentMode
  talks?: TalkLimits | undefined
}

/** The talks of calls, whether there are any, and what is remembered of them. */
export const talkRoutes: FastifyPluginAsyncZod<{ deps: TalkRoutesDeps }> = async (app, { deps }) => {
  const done = { 204: z.undefined() }

  app.get('/api/calls/:id/talks', { schema: { params: idParams, response: { 200: talksOfCallSchema } } }, (request) =>
    talksOfCall(deps, request.account.id, request.params.id),
  )

  app.get(
    '/api/loved-ones/:id/talks',
    { schema: { params: idParams, response: { 200: talkSettingsSchema } } },
    (request) => talkSettingsOf(deps, request.account.id, request.params.id),
  )

  app.patch(
    '/api/loved-ones/:id/talks',
    { schema: { params: idParams, body: talkSettingsBody, response: { 200: talkSettingsSchema } } },
    (request) => saveTalkSettings(deps, request.account, request.params.id, request.body),
  )

  app.get(
    '/api/loved-ones/:id/topics',
    { schema: { params: idParams, response: { 200: z.array(topicSchema) } } },
    async ({ account, params }) => {
      await ownLovedOne(deps.db, account.id, params.id)
      return topicsOf(deps, { accountId: account.id, lovedOneId: params.id })
    },
  )

  app.patch(
    '/api/topics/:id',
    { schema: { params: idParams, body: topicBody, response: { 200: topicSchema } } },
    ({ account, params, body }) => editTopic(deps, account.id, params.id, body.words),
  )

  app.delete(
    '/api/topics/:id',
    { schema: { params: idParams, response: done } },
    async ({ account, params }, reply) => {
      await forgetTopic(deps.db, account.id, params.id)
      return reply.code(204).send()
    },
  )

  app.delete(
    '/api/loved-ones/:id/topics',
    { schema: { params: idParams, response: done } },
    async ({ account, params }, reply) => {
      await ownLovedOne(deps.db, account.id, params.id)
      await forgetTopics(deps.db, { accountId: account.id, lovedOneId: params.id })
      return reply.code(204).send()
    },
  )
}
