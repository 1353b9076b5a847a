import type { FastifyReply } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { authSchema, loginBody, registerBody, userSchema } from '#contract/accounts.ts'
import { AUTH_COOKIE } from '../../platform/authentication.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database.ts'
import { type Quota, useQuota } from '../../platform/quota.ts'
import { login } from './login.ts'
import { presentUser } from './present-user.ts'
import { createAccount } from './register.ts'
import { endSession, SESSION_SECONDS, startSession } from './sessions.ts'

export interface AccountsDeps {
  db: Db
  clock: Clock
  publicUrl: string
}

const REGISTRATIONS: Quota = {
  name: 'register',
  limit: 60,
  windowSeconds: 60,
  message: 'Too many registrations from this address. Please try again in a minute.',
}

/** Registering, signing in and out, and the signed-in person. */
export const accountRoutes: FastifyPluginAsyncZod<{ deps: AccountsDeps }> = async (app, { deps }) => {
  const { db, clock } = deps
  const cookieOptions = {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: deps.publicUrl.startsWith('https:'),
  } as const
  const setCookie = (reply: FastifyReply, token: string) =>
    reply.setCookie(AUTH_COOKIE, token, { ...cookieOptions, maxAge: SESSION_SECONDS })

  app.post(
    '/api/register',
    { config: { access: 'open' }, schema: { body: registerBody, response: { 201: authSchema } } },
    async (request, reply) => {
      await useQuota(db, REGISTRATIONS, request.ip, clock.now())
      const account = await createAccount(db, request.body, clock.now())
      const token = await startSession(db, account.id, clock.now())
      setCookie(reply, token)
      return reply.code(201).send({ user: presentUser(account), token })
    },
  )

  app.post(
    '/api/login',
    { config: { access: 'open' }, schema: { body: loginBody, response: { 200: authSchema } } },
    async (request, reply) => {
      const { account, token } = await login(deps, request.body, request.ip)
      setCookie(reply, token)
      return reply.send({ user: presentUser(account), token })
    },
  )

  app.post('/api/logout', { schema: { response: { 204: z.undefined() } } }, async (request, reply) => {
    await endSession(db, request.session.tokenHash)
    return reply.clearCookie(AUTH_COOKIE, cookieOptions).code(204).send()
  })

  for (const path of ['/api/me', '/api/auth/me']) {
    app.get(path, { schema: { response: { 200: userSchema } } }, async (request) => presentUser(request.account))
  }
}
