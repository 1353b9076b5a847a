import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { authSchema, type SubscriptionFields, type User, userSchema } from '#contract/accounts/accounts.ts'
import { profileBody, undoChangeBody } from '#contract/accounts/profile.ts'
import { loginBody, registerBody } from '#contract/accounts/sign-in/credentials.ts'
import {
  RESET_REQUESTED_MESSAGE,
  requestResetBody,
  resetPasswordBody,
} from '#contract/accounts/sign-in/password-reset.ts'
import { messageBody } from '#contract/wire.ts'
import { removePushOfBrowser } from '#server/features/notifications/public.ts'
import { AUTH_COOKIE, type Person } from '#server/platform/http/requests/authentication.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import { requestReset, resetPassword } from './passwords/password-reset.ts'
import { presentUser } from './profile/present-user.ts'
import { undoProfileChange } from './profile/profile-changes.ts'
import { registerAccount } from './profile/register.ts'
import { surroundingsOf } from './profile/surroundings-of.ts'
import { type ProfileDeps, updateProfile } from './profile/update-profile.ts'
import { rememberDevice } from './sign-in/known-devices.ts'
import { login } from './sign-in/login.ts'
import { broughtDevice, deviceOf, sessionCookies, visitorFrom } from './sign-in/session-cookies.ts'
import { endSession, hashToken, startSession } from './sign-in/sessions.ts'

interface AccountsDeps extends ProfileDeps {
  sealing: Sealing
  /** Whom to write to, if the operator says so. */
  contactEmail?: string | undefined
  /** The subscription fields of the signed-in user. */
  subscriptionFieldsOf(accountId: number): Promise<SubscriptionFields>
  /** After the profile of its owner was saved: their addresses may have changed. */
  onProfileSaved(accountId: number): Promise<void>
}

export const REGISTRATIONS: Quota = {
  name: 'register',
  limit: 60,
  windowSeconds: 60,
  message: 'Too many new accounts from your network. Please try again in a minute.',
}

const UNDOS: Quota = {
  name: 'undo-change',
  limit: 20,
  windowSeconds: 3600,
  message: 'Too many tries. Please try again later.',
}

/** The signed-in person, in one of their circles, as the API sends them. */
type AsUser = (person: Person, accountId: number) => Promise<User>

export function asUserWith({ db, subscriptionFieldsOf }: Pick<AccountsDeps, 'db' | 'subscriptionFieldsOf'>): AsUser {
  return async (person, accountId) =>
    presentUser(person, await surroundingsOf(db, person.id, accountId), await subscriptionFieldsOf(accountId))
}

/** Registering, signing in and out, forgotten passwords, and the signed-in user. */
export const accountRoutes: FastifyPluginAsyncZod<{ deps: AccountsDeps }> = async (app, { deps }) => {
  const { db, clock } = deps
  const asUser: AsUser = asUserWith(deps)
  const onProfileSaved = async (personId: number): Promise<void> => {
    const circles = await db.selectFrom('members').select('accountId').where('personId', '=', personId).execute()
    for (const { accountId } of circles) await deps.onProfileSaved(accountId)
  }
  const { set: setCookie, setDevice, clear: clearCookies } = sessionCookies(deps.publicUrl)

  app.post(
    '/api/register',
    { config: { access: 'open' }, schema: { body: registerBody, response: { 201: authSchema } } },
    async (request, reply) => {
      await spendQuota(db, REGISTRATIONS, visitorOf(request.ip), clock.now())
      const person = await registerAccount(deps, request.body)
      const device = deviceOf(request)
      const token = await startSession(db, person, clock.now(), { ...visitorFrom(request), device })
      setCookie(reply, token)
      await rememberDevice(db, person.id, hashToken(device), clock.now())
      setDevice(reply, device)
      request.log.info({ personId: person.id }, 'Account registered')
      return reply.code(201).send({ user: await asUser(person, person.accountId), token })
    },
  )

  app.post(
    '/api/login',
    { config: { access: 'open' }, schema: { body: loginBody, response: { 200: authSchema } } },
    async (request, reply) => {
      const replaced = request.cookies[AUTH_COOKIE]
      const device = deviceOf(request)
      const { person, accountId, token } = await login(
        { ...deps, log: request.log },
        request.body,
        { ...visitorFrom(request), device },
        replaced,
      )
      setCookie(reply, token)
      setDevice(reply, device)
      return reply.send({ user: await asUser(person, accountId), token })
    },
  )

  app.post('/api/logout', { schema: { response: { 204: z.undefined() } } }, async (request, reply) => {
    await endSession(db, request.session.tokenHash)
    const device = broughtDevice(request)
    if (device !== undefined) await removePushOfBrowser(db, request.person.id, hashToken(device))
    clearCookies(reply)
    return reply.code(204).send()
  })

  for (const path of ['/api/me', '/api/auth/me']) {
    app.get(path, { schema: { response: { 200: userSchema } } }, ({ person, account }) => asUser(person, account.id))
  }
  app.patch('/api/profile', { schema: { body: profileBody, response: { 200: userSchema } } }, async (request) => {
    const person = await updateProfile(deps, request.person, request.body, broughtDevice(request))
    await onProfileSaved(person.id)
    return asUser(person, request.account.id)
  })

  app.post(
    '/api/profile/undo',
    { config: { access: 'open' }, schema: { body: undoChangeBody, response: { 200: messageBody } } },
    async (request) => {
      await spendQuota(db, UNDOS, visitorOf(request.ip), clock.now())
      const personId = await undoProfileChange(deps, request.body.token)
      await onProfileSaved(personId)
      request.log.info({ personId }, 'Change of contact details undone')
      return { message: "We've undone the change and signed out every device. Please set a new password." }
    },
  )

  app.post(
    '/api/password/request-reset',
    { config: { access: 'open' }, schema: { body: requestResetBody, response: { 200: messageBody } } },
    async (request) => {
      await requestReset(deps, request.body.email, visitorOf(request.ip))
      return { message: RESET_REQUESTED_MESSAGE }
    },
  )

  app.post(
    '/api/password/reset',
    { config: { access: 'open' }, schema: { body: resetPasswordBody, response: { 200: messageBody } } },
    async (request, reply) => {
      const personId = await resetPassword(deps, request.body)
      // The person with the mailbox is the owner: guesses by others must not delay them here.
      const device = deviceOf(request)
      await rememberDevice(db, personId, hashToken(device), clock.now())
      setDevice(reply, device)
      request.log.info({ personId }, 'Password set with a link from a mail')
      return { message: "You've got a new password. Please sign in with it." }
    },
  )
}
