import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  changedPasswordSchema,
  changePasswordBody,
  endedSessionsSchema,
  sessionSchema,
} from '#contract/accounts/sign-in/security.ts'
import { idParams } from '#contract/wire.ts'
import { removePushOfOthers } from '#server/features/notifications/public.ts'
import { revokeTokensOf } from './access-tokens/access-tokens.ts'
import type { MailingDeps } from './deps.ts'
import { changePassword } from './passwords/change-password.ts'
import { endOtherSessions, endOwnSession, listSessions } from './sign-in/list-sessions.ts'
import { broughtDevice, sessionCookies, visitorFrom } from './sign-in/session-cookies.ts'
import { hashToken } from './sign-in/sessions.ts'

/** Changing the password with the present one, and the sessions of the signed-in user. */
export const securityRoutes: FastifyPluginAsyncZod<{ deps: MailingDeps }> = async (app, { deps }) => {
  const cookies = sessionCookies(deps.publicUrl)

  app.post(
    '/api/password/change',
    {
      schema: {
        description: 'Sets a new password. Every session ends; the token of a new one comes back.',
        body: changePasswordBody,
        response: { 200: changedPasswordSchema },
      },
    },
    async (request, reply) => {
      const token = await changePassword(deps, request.person, request.body, {
        ...visitorFrom(request),
        device: broughtDevice(request),
      })
      cookies.set(reply, token)
      request.log.info({ personId: request.person.id }, 'Password changed')
      return { token }
    },
  )

  app.get(
    '/api/sessions',
    {
      schema: {
        description: 'Where the account is signed in: this session first, then by last use.',
        response: { 200: z.array(sessionSchema) },
      },
    },
    (request) => listSessions(deps.db, request.session, deps.clock.now()),
  )

  app.delete(
    '/api/sessions/:id',
    {
      schema: {
        description: 'Ends one session of the account. The one that asks signs out.',
        params: idParams,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { own } = await endOwnSession(deps.db, request.session, request.params.id)
      if (own) cookies.clear(reply)
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/sessions/end-others',
    {
      schema: {
        description:
          'Ends every session of the person but the one that asks, revokes their access tokens, and stops notifying other devices.',
        response: { 200: endedSessionsSchema },
      },
    },
    (request) => {
      const { session } = request
      const device = broughtDevice(request)
      return deps.db.transaction().execute(async (trx) => {
        await removePushOfOthers(trx, session.person.id, device === undefined ? undefined : hashToken(device))
        return {
          ended: await endOtherSessions(trx, session),
          revokedTokens: await revokeTokensOf(trx, session.person.id, deps.clock.now()),
        }
      })
    },
  )
}
