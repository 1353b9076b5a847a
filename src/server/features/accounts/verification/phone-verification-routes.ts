import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { type SubscriptionFields, userSchema } from '#contract/accounts/accounts.ts'
import { openPhoneCode, verifyPhoneBody } from '#contract/accounts/sign-in/verify-phone.ts'
import { messageBody } from '#contract/wire.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import { presentUser } from '../profile/present-user.ts'
import { surroundingsOf } from '../profile/surroundings-of.ts'
import { openPhoneCodeOf, type PhoneVerificationDeps, sendPhoneCode, verifyPhone } from './phone-verification.ts'

interface PhoneVerificationRoutesDeps extends PhoneVerificationDeps {
  /** The subscription fields of the signed-in user. */
  subscriptionFieldsOf(accountId: number): Promise<SubscriptionFields>
}

/** Sending the code that verifies the phone of the account holder, and checking it. */
export const phoneVerificationRoutes: FastifyPluginAsyncZod<{ deps: PhoneVerificationRoutesDeps }> = async (
  app,
  { deps },
) => {
  app.post('/api/phone/code', { schema: { response: { 202: messageBody } } }, async (request, reply) => {
    const phoneNumber = await sendPhoneCode(deps, request.person.id)
    return reply.code(202).send({ message: `We've sent a code to ${displayPhone(phoneNumber)}.` })
  })

  app.get('/api/phone/code', { schema: { response: { 200: openPhoneCode } } }, async (request) => {
    const goodUntil = await openPhoneCodeOf(deps, request.person.id)
    return { goodUntil: goodUntil?.toISOString() ?? null }
  })

  app.post(
    '/api/phone/verify',
    { schema: { body: verifyPhoneBody, response: { 200: userSchema } } },
    async (request) => {
      const person = await verifyPhone(deps, request.person.id, request.body.code)
      request.log.info({ personId: person.id }, 'Phone number verified')
      return presentUser(
        person,
        await surroundingsOf(deps.db, person.id, request.account.id),
        await deps.subscriptionFieldsOf(request.account.id),
      )
    },
  )
}
