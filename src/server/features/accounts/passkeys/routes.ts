import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { authSchema, type SubscriptionFields } from '#contract/accounts/accounts.ts'
import {
  addPasskeyBody,
  beginPasskeyBody,
  passkeyCreationSchema,
  passkeyRequestSchema,
  passkeySchema,
  passkeySignInBody,
  passkeysSchema,
  renamePasskeyBody,
} from '#contract/accounts/sign-in/passkeys.ts'
import { idParams } from '#contract/wire.ts'
import { AUTH_COOKIE } from '#server/platform/http/requests/authentication.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import { asUserWith } from '../routes.ts'
import { broughtDevice, deviceOf, sessionCookies, visitorFrom } from '../sign-in/session-cookies.ts'
import { passkeyPlace } from './passkey-place.ts'
import { addPasskey, beginPasskey, listPasskeys, type PasskeyDeps, removePasskey, renamePasskey } from './passkeys.ts'
import { beginPasskeySignIn, signInWithPasskey } from './sign-in-with-passkey.ts'

interface PasskeyRoutesDeps extends PasskeyDeps {
  /** The subscription fields of the signed-in user. */
  subscriptionFieldsOf(accountId: number): Promise<SubscriptionFields>
  /** Whom to write to, if the operator says so. */
  contactEmail?: string | undefined
}

/** Passkeys of the signed-in person, and signing in with one. */
export const passkeyRoutes: FastifyPluginAsyncZod<{ deps: PasskeyRoutesDeps }> = async (app, { deps }) => {
  const asUser = asUserWith(deps)
  const cookies = sessionCookies(deps.publicUrl)

  app.get(
    '/api/passkeys',
    {
      schema: {
        description: 'Your passkeys, the newest first, and the address they work at; null: none can be made here.',
        response: { 200: passkeysSchema },
      },
    },
    async ({ person }) => ({
      address: passkeyPlace(deps.publicUrl)?.origin ?? null,
      passkeys: await listPasskeys(deps.db, person),
    }),
  )

  app.post(
    '/api/passkeys/options',
    {
      schema: {
        description:
          'What a browser is asked to make a passkey, for who knows the password (and a code, where signing in asks for one). The challenge is for five minutes and one try.',
        body: beginPasskeyBody,
        response: { 200: passkeyCreationSchema },
      },
    },
    (request) =>
      beginPasskey(deps, request.person, {
        ...request.body,
        device: broughtDevice(request),
        address: visitorOf(request.ip),
      }),
  )

  app.post(
    '/api/passkeys',
    {
      schema: {
        description: 'Adds the passkey that the browser made.',
        body: addPasskeyBody,
        response: { 201: passkeySchema },
      },
    },
    async (request, reply) => {
      const added = await addPasskey(deps, request.session, request.body)
      request.log.info({ personId: request.person.id, passkeyId: added.id }, 'Passkey added')
      return reply.code(201).send(added)
    },
  )

  app.patch(
    '/api/passkeys/:id',
    { schema: { params: idParams, body: renamePasskeyBody, response: { 200: passkeySchema } } },
    ({ person, params, body }) => renamePasskey(deps.db, person, params.id, body.name),
  )

  app.delete(
    '/api/passkeys/:id',
    {
      schema: {
        description: 'Removes a passkey: it signs in no more. Where it is signed in, it stays so.',
        params: idParams,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      await removePasskey(deps, request.session, request.params.id)
      request.log.info({ personId: request.person.id, passkeyId: request.params.id }, 'Passkey removed')
      return reply.code(204).send()
    },
  )

  app.post(
    '/api/login/passkey/options',
    {
      config: { access: 'open' },
      schema: {
        description: 'What a browser is asked to sign in with a passkey, the same for everybody but for the challenge.',
        response: { 200: passkeyRequestSchema },
      },
    },
    (request) => beginPasskeySignIn(deps, visitorOf(request.ip)),
  )

  app.post(
    '/api/login/passkey',
    {
      config: { access: 'open' },
      schema: {
        description: 'Signs in with what a passkey signed. It stands for the password and for a code.',
        body: passkeySignInBody,
        response: { 200: authSchema },
      },
    },
    async (request, reply) => {
      const device = deviceOf(request)
      const { person, accountId, token } = await signInWithPasskey(
        { ...deps, log: request.log },
        request.body,
        { ...visitorFrom(request), device },
        request.cookies[AUTH_COOKIE],
      )
      cookies.set(reply, token)
      cookies.setDevice(reply, device)
      return reply.send({ user: await asUser(person, accountId), token })
    },
  )
}
