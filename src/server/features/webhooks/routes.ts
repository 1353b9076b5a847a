import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  deliveriesQuery,
  deliverySchema,
  saveWebhookBody,
  testWebhookAnswer,
  testWebhookBody,
  webhookSchema,
} from '#contract/admin/webhooks.ts'
import { errorBody, idInText, idParams, messageBody } from '#contract/wire.ts'
import { askingAdmin } from '#server/features/audit/public.ts'
import { creationHeaders } from '#server/platform/http/answers/create-once.ts'
import { listDeliveries, sendAgain } from './delivery-log.ts'
import type { WebhooksDeps } from './deps.ts'
import { createWebhook, deleteWebhook, updateWebhook } from './save-webhook.ts'
import { testWebhook } from './test-webhook.ts'
import { findWebhook, listWebhooks } from './webhook-view.ts'

export const webhookRoutes: FastifyPluginAsyncZod<{ deps: WebhooksDeps }> = async (app, { deps }) => {
  app.get('/api/admin/webhooks', { schema: { response: { 200: z.array(webhookSchema) } } }, () => listWebhooks(deps.db))

  app.post(
    '/api/admin/webhooks',
    {
      schema: { headers: creationHeaders, body: saveWebhookBody, response: { 200: webhookSchema, 201: webhookSchema } },
    },
    async (request, reply) => {
      const { id, ...webhook } = request.body
      if (id !== undefined) {
        await updateWebhook(deps, askingAdmin(request), id, webhook)
        return findWebhook(deps.db, id)
      }
      const createdId = await createWebhook(deps, askingAdmin(request), webhook, request.headers['idempotency-key'])
      return reply.code(201).send(await findWebhook(deps.db, createdId))
    },
  )

  app.post(
    '/api/admin/webhooks/test',
    { schema: { body: testWebhookBody, response: { 200: testWebhookAnswer, 502: errorBody } } },
    (request) => testWebhook(deps, askingAdmin(request), request.body),
  )

  app.delete(
    '/api/admin/webhooks/:id',
    { schema: { params: idParams, response: { 204: z.undefined() } } },
    async (request, reply) => {
      await deleteWebhook(deps, askingAdmin(request), request.params.id)
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/admin/webhooks/:id/deliveries',
    { schema: { params: idParams, querystring: deliveriesQuery, response: { 200: z.array(deliverySchema) } } },
    (request) => listDeliveries(deps, askingAdmin(request), request.params.id, request.query),
  )

  app.post(
    '/api/admin/webhooks/:id/deliveries/:deliveryId/send-again',
    { schema: { params: idParams.extend({ deliveryId: idInText }), response: { 202: messageBody } } },
    async (request, reply) => {
      await sendAgain(deps, askingAdmin(request), request.params)
      return reply.code(202).send({ message: 'It is sent again now.' })
    },
  )
}
