import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { awaysQuery } from '#contract/list-pages.ts'
import { awaySchema, editAwayBody, everyoneAwaySchema, startAwayBody } from '#contract/people/aways.ts'
import { idParams } from '#contract/wire.ts'
import { creationHeaders } from '#server/platform/http/answers/create-once.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import { IN_PAGES, pageOf } from '#server/platform/http/requests/next-page.ts'
import { findAways, listAways, listAwaysOfAll } from './away-view.ts'
import { editAway, endAllAways, endAway } from './change-away.ts'
import type { AwaysDeps } from './deps.ts'
import { startAway } from './start-away.ts'
import { startAwayOfAll } from './start-away-of-all.ts'

export const awayRoutes: FastifyPluginAsyncZod<{ deps: AwaysDeps }> = async (app, { deps }) => {
  const one = async (accountId: number, awayId: number) => {
    const [away] = await findAways(deps, accountId, [awayId])
    if (!away) throw notFound('Time away')
    return away
  }
  app.get(
    '/api/loved-ones/:id/away',
    { schema: { params: idParams, response: { 200: z.array(awaySchema) } } },
    (request) => listAways(deps, request.account.id, request.params.id),
  )
  app.post(
    '/api/loved-ones/:id/away',
    { schema: { headers: creationHeaders, params: idParams, body: startAwayBody, response: { 201: awaySchema } } },
    async ({ account, params, body, headers }, reply) => {
      const awayId = await startAway(deps, account, params.id, body, headers['idempotency-key'])
      return reply.code(201).send(await one(account.id, awayId))
    },
  )
  app.get(
    '/api/away',
    {
      schema: {
        description: `Times away of everybody that have not ended, soonest first. ${IN_PAGES}`,
        querystring: awaysQuery,
        response: { 200: z.array(awaySchema) },
      },
    },
    async (request, reply) => {
      const { limit } = request.query
      const aways = await listAwaysOfAll(deps, request.account.id, { ...request.query, limit: limit + 1 })
      return pageOf(reply, aways, limit, ({ id, startsAt }) => `${startsAt}_${id}`)
    },
  )
  app.post(
    '/api/away',
    {
      schema: {
        description:
          'The same time away for every loved one of the account, all or none. One that somebody has already stays as it is, and the days around it are filled.',
        headers: creationHeaders,
        body: startAwayBody,
        response: { 201: everyoneAwaySchema },
      },
    },
    async ({ account, body, headers }, reply) => {
      const answer = await startAwayOfAll(deps, account, body, headers['idempotency-key'])
      return reply.code(201).send(answer)
    },
  )
  app.delete(
    '/api/away',
    {
      schema: {
        description: 'Ends all times away that last now, and takes back those to come.',
        response: { 204: z.null() },
      },
    },
    async ({ account }, reply) => {
      await endAllAways(deps, account)
      return reply.code(204).send(null)
    },
  )
  app.patch(
    '/api/away/:id',
    { schema: { params: idParams, body: editAwayBody, response: { 200: awaySchema } } },
    async ({ account, params, body }) => {
      await editAway(deps, account, params.id, body)
      return one(account.id, params.id)
    },
  )
  app.delete(
    '/api/away/:id',
    { schema: { params: idParams, response: { 204: z.null() } } },
    async ({ account, params }, reply) => {
      await endAway(deps, account, params.id)
      return reply.code(204).send(null)
    },
  )
}
