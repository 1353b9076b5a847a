import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { acceptedHotDaySchema, acceptHotDayBody, hotDaysSchema, townChoiceSchema } from '#contract/calls/hot-days.ts'
import { idParams } from '#contract/wire.ts'
import { TOWNS } from '#core/hot-days/towns.ts'
import { acceptOffer, declineOffer } from './decide-offer.ts'
import type { HotDaysDeps } from './deps.ts'
import { hotDaysOf } from './hot-days-view.ts'

/** One more call on a very hot day: what is offered, and the decision. */
export const hotDayRoutes: FastifyPluginAsyncZod<{ deps: HotDaysDeps }> = async (app, { deps }) => {
  app.get('/api/hot-days', { schema: { response: { 200: hotDaysSchema } } }, (request) =>
    hotDaysOf(deps, request.account.id),
  )
  app.get(
    '/api/hot-days/towns',
    {
      schema: {
        description: 'The towns that can be chosen for a loved one, by state; none without a source of forecasts.',
        response: { 200: z.array(townChoiceSchema) },
      },
    },
    async () => (deps.forecast ? TOWNS.map(({ id, name, state }) => ({ id, name, state })) : []),
  )
  app.post(
    '/api/hot-days/:id/accept',
    {
      schema: {
        description: 'Schedules the call of an offer. Asked again, it answers with the call that there is.',
        params: idParams,
        body: acceptHotDayBody,
        response: { 200: acceptedHotDaySchema },
      },
    },
    (request) => acceptOffer(deps, request.account, request.params.id, request.body),
  )
  app.post(
    '/api/hot-days/:id/decline',
    { schema: { params: idParams, response: { 204: z.null() } } },
    async (request, reply) => {
      await declineOffer(deps, request.account, request.params.id)
      return reply.code(204).send(null)
    },
  )
}
