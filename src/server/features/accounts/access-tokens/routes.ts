import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { accessTokenSchema, createAccessTokenBody, createdAccessTokenSchema } from '#contract/accounts/access-tokens.ts'
import { idParams } from '#contract/wire.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import { broughtDevice } from '../sign-in/session-cookies.ts'
import { type AccessTokenDeps, createAccessToken, listAccessTokens, revokeAccessToken } from './access-tokens.ts'

/** Access tokens of the signed-in member, for programs that act for them in this circle. No token reaches these routes. */
export const accessTokenRoutes: FastifyPluginAsyncZod<{ deps: AccessTokenDeps }> = async (app, { deps }) => {
  app.get(
    '/api/access-tokens',
    {
      schema: {
        description: 'Your access tokens in this circle, the newest first. Never the tokens themselves.',
        response: { 200: z.array(accessTokenSchema) },
      },
    },
    (request) => listAccessTokens(deps.db, request.session),
  )

  app.post(
    '/api/access-tokens',
    {
      schema: {
        description: 'Creates an access token for this circle. `token` is shown this once.',
        body: createAccessTokenBody,
        response: { 201: createdAccessTokenSchema },
      },
    },
    async (request, reply) => {
      const created = await createAccessToken(deps, request.session, request.body, {
        ...{ device: broughtDevice(request), address: visitorOf(request.ip) },
      })
      request.log.info({ personId: request.person.id, accessTokenId: created.id }, 'Access token created')
      return reply.code(201).send(created)
    },
  )

  app.delete(
    '/api/access-tokens/:id',
    {
      schema: {
        description: 'Revokes an access token, at once and for good.',
        params: idParams,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await revokeAccessToken(deps, request.session, request.params.id)
      request.log.info({ personId: request.person.id, accessTokenId: request.params.id }, 'Access token revoked')
      return reply.code(204).send()
    },
  )
}
