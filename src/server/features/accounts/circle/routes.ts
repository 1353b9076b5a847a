import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { authSchema, type SubscriptionFields, userSchema } from '#contract/accounts/accounts.ts'
import {
  acceptBody,
  invitationBody,
  invitationParams,
  invitationSchema,
  makeOwnerBody,
  memberAwayBody,
  memberBody,
  memberSchema,
  openInvitationSchema,
} from '#contract/accounts/members.ts'
import { type RegisterBody, registerBody } from '#contract/accounts/sign-in/credentials.ts'
import { idParams } from '#contract/wire.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Authenticate, optionalSession } from '#server/platform/http/requests/authentication.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import type { RegistrationDeps } from '../profile/register.ts'
import { asUserWith, REGISTRATIONS } from '../routes.ts'
import { rememberDevice } from '../sign-in/known-devices.ts'
import { broughtDevice, deviceOf, sessionCookies, visitorFrom } from '../sign-in/session-cookies.ts'
import { hashToken, startSession } from '../sign-in/sessions.ts'
import { acceptAsNewcomer, acceptAsPerson } from './accept-invitation.ts'
import { enterCircle } from './circles.ts'
import { invite, listInvitations, readInvitation, resendInvitation, withdrawInvitation } from './invitations.ts'
import { endMemberAway, setMemberAway } from './member-away.ts'
import { changeMember, type LeavingDeps, listMembers, makeOwner, removeMember } from './members.ts'

interface CircleDeps extends RegistrationDeps, LeavingDeps {
  authenticate: Authenticate
  /** The subscription fields of a circle. */
  subscriptionFieldsOf(accountId: number): Promise<SubscriptionFields>
  /** After somebody joined, or the owner has changed: whom open incidents reach. */
  onMembersChanged(accountId: number): Promise<void>
}

const READS: Quota = {
  name: 'invitation-links',
  limit: 60,
  windowSeconds: 3600,
  message: 'Too many tries. Please try again later.',
}

/** Nobody is signed in: then what is sent must be a whole registration. Names the first field that is missing. */
function wholeRegistration(body: unknown): RegisterBody {
  const parsed = registerBody.safeParse(body)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new AppError('invalid', issue?.message ?? 'Please sign in, or register', {
    field: String(issue?.path[0] ?? ''),
  })
}

/** The circle of a family: who belongs to it, who is invited, and which one a session is in. */
export const circleRoutes: FastifyPluginAsyncZod<{ deps: CircleDeps }> = async (app, { deps }) => {
  const { db, clock } = deps
  const cookies = sessionCookies(deps.publicUrl)
  const asUser = asUserWith(deps)
  const none = { 204: z.undefined() }

  app.post(
    '/api/circles/:id/enter',
    {
      schema: {
        description: 'This session goes on in another circle of the person.',
        params: idParams,
        response: { 200: userSchema },
      },
    },
    async ({ session, person, params }) => {
      await enterCircle(db, { tokenHash: session.tokenHash, personId: person.id }, params.id)
      return asUser(person, params.id)
    },
  )

  app.get(
    '/api/members',
    { schema: { description: 'Who belongs to the circle.', response: { 200: z.array(memberSchema) } } },
    ({ session }) => listMembers(deps, session),
  )
  app.patch(
    '/api/members/:id',
    {
      schema: {
        description: 'Changes what a member may do.',
        params: idParams,
        body: memberBody,
        response: { 200: z.array(memberSchema) },
      },
    },
    async ({ session, params, body }) => {
      await changeMember(deps, session, params.id, body)
      return listMembers(deps, session)
    },
  )
  app.delete(
    '/api/members/:id',
    { schema: { description: 'Removes a member, or leaves.', params: idParams, response: none } },
    async ({ session, params }, reply) => {
      await removeMember(deps, session, params.id)
      return reply.code(204).send()
    },
  )
  app.post(
    '/api/members/:id/make-owner',
    {
      schema: {
        description: 'Hands the circle over to another member.',
        params: idParams,
        body: makeOwnerBody,
        response: none,
      },
    },
    async (request, reply) => {
      const { session, params, body } = request
      await makeOwner(deps, session, params.id, { ...body, device: broughtDevice(request) })
      await deps.onMembersChanged(session.account.id)
      return reply.code(204).send()
    },
  )

  app.put(
    '/api/members/:id/away',
    {
      schema: {
        description: 'A member is away: alerts go to the others.',
        params: idParams,
        body: memberAwayBody,
        response: { 200: z.array(memberSchema) },
      },
    },
    async ({ session, params, body }) => {
      await setMemberAway(deps, session, params.id, body)
      return listMembers(deps, session)
    },
  )
  app.delete(
    '/api/members/:id/away',
    { schema: { description: 'A member is back.', params: idParams, response: none } },
    async ({ session, params }, reply) => {
      await endMemberAway(deps, session, params.id)
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/invitations',
    { schema: { description: 'Who is invited.', response: { 200: z.array(invitationSchema) } } },
    ({ account }) => listInvitations(db, account.id, clock.now()),
  )
  app.post(
    '/api/invitations',
    {
      schema: {
        description: 'Invites somebody by mail, for seven days.',
        body: invitationBody,
        response: { 201: z.array(invitationSchema) },
      },
    },
    async ({ session, body }, reply) => {
      await invite(deps, session, body)
      return reply.code(201).send(await listInvitations(db, session.account.id, clock.now()))
    },
  )
  app.delete(
    '/api/invitations/:id',
    { schema: { description: 'Withdraws an invitation.', params: idParams, response: none } },
    async ({ session, params }, reply) => {
      await withdrawInvitation(deps, session, params.id)
      return reply.code(204).send()
    },
  )
  app.post(
    '/api/invitations/:id/resend',
    { schema: { description: 'Mails an invitation again, with a new link.', params: idParams, response: none } },
    async ({ session, params }, reply) => {
      await resendInvitation(deps, session, params.id)
      return reply.code(204).send()
    },
  )

  app.get(
    '/api/invitations/by-token/:token',
    {
      config: { access: 'open' },
      schema: {
        description: 'What an invitation says before it is accepted.',
        params: invitationParams,
        response: { 200: openInvitationSchema },
      },
    },
    async ({ ip, params }) => {
      await spendQuota(db, READS, visitorOf(ip), clock.now())
      return readInvitation(db, params.token, clock.now())
    },
  )
  app.post(
    '/api/invitations/by-token/:token/accept',
    {
      config: { access: 'open' },
      schema: {
        description: 'Joins the circle: as the signed-in person, or with the body of a registration.',
        params: invitationParams,
        body: acceptBody,
        response: { 200: authSchema.partial({ token: true }), 201: authSchema },
      },
    },
    async (request, reply) => {
      const { body, params } = request
      await spendQuota(db, REGISTRATIONS, visitorOf(request.ip), clock.now())
      const session = await optionalSession(request, deps)
      if (session) {
        const accountId = await acceptAsPerson(deps, params.token, session)
        await deps.onMembersChanged(accountId)
        return reply.send({ user: await asUser(session.person, accountId) })
      }
      const person = await acceptAsNewcomer(deps, params.token, wholeRegistration(body))
      await deps.onMembersChanged(person.accountId)
      const device = deviceOf(request)
      const token = await startSession(db, person, clock.now(), { ...visitorFrom(request), device })
      cookies.set(reply, token)
      await rememberDevice(db, person.id, hashToken(device), clock.now())
      cookies.setDevice(reply, device)
      request.log.info({ personId: person.id, accountId: person.accountId }, 'Joined a circle')
      return reply.code(201).send({ user: await asUser(person, person.accountId), token })
    },
  )
}
