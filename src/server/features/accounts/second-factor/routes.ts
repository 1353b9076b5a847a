import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  beginSecondFactorBody,
  begunSecondFactorSchema,
  confirmedSecondFactorSchema,
  confirmSecondFactorBody,
  endSecondFactorBody,
  secondFactorSchema,
} from '#contract/accounts/sign-in/second-factor.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import { broughtDevice } from '../sign-in/session-cookies.ts'
import { countRecoveryCodes, findFactor } from './spend-code.ts'
import { switchOffSecondFactor } from './switch-off.ts'
import { beginSecondFactor, confirmSecondFactor, type SecondFactorDeps } from './switch-on.ts'

interface SecondFactorRoutesDeps extends SecondFactorDeps {
  /** Whether the admin area needs it. */
  adminSecondFactor?: 'required' | 'optional' | undefined
}

/** Codes from an authenticator app, beside the password. */
export const secondFactorRoutes: FastifyPluginAsyncZod<{ deps: SecondFactorRoutesDeps }> = async (app, { deps }) => {
  app.get(
    '/api/second-factor',
    {
      schema: {
        description: 'Whether signing in asks for a code from an authenticator app.',
        response: { 200: secondFactorSchema },
      },
    },
    async ({ person }) => {
      const factor = await findFactor(deps.db, deps.sealing, person.id)
      const isOn = Boolean(factor?.confirmedAt)
      return {
        isOn,
        recoveryCodesLeft: factor && isOn ? await countRecoveryCodes(deps.db, factor) : 0,
        isRequired: deps.adminSecondFactor === 'required' && person.role === 'admin',
      }
    },
  )

  app.post(
    '/api/second-factor',
    {
      schema: {
        description: 'A secret for an authenticator app. Nothing changes before a code of it is confirmed.',
        body: beginSecondFactorBody,
        response: { 200: begunSecondFactorSchema },
      },
    },
    (request) => beginSecondFactor(deps, request.person, { ...request.body, device: broughtDevice(request) }),
  )

  app.post(
    '/api/second-factor/confirm',
    {
      schema: {
        description: 'Switches codes on. Every other session ends; the recovery codes come back, once.',
        body: confirmSecondFactorBody,
        response: { 200: confirmedSecondFactorSchema },
      },
    },
    async ({ session, body, ip, log }) => {
      const recoveryCodes = await confirmSecondFactor(deps, session, { ...body, address: visitorOf(ip) })
      log.info({ personId: session.person.id }, 'Second factor switched on')
      return { recoveryCodes }
    },
  )

  app.post(
    '/api/second-factor/off',
    {
      schema: {
        description: 'Switches codes off, with the password and a code.',
        body: endSecondFactorBody,
        response: { 204: z.undefined() },
      },
    },
    async (request, reply) => {
      const { person, body, ip, log } = request
      const device = broughtDevice(request)
      await switchOffSecondFactor(deps, person, { ...body, address: visitorOf(ip), device })
      log.info({ personId: person.id }, 'Second factor switched off')
      return reply.code(204).send()
    },
  )
}
