import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { verifyEmailBody } from '#contract/accounts/sign-in/verify-email.ts'
import { messageBody } from '#contract/wire.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import type { MailingDeps } from '../deps.ts'
import { resendVerification, verifyEmail } from './email-verification.ts'

const TRIES: Quota = {
  name: 'verify-email',
  limit: 60,
  windowSeconds: 3600,
  message: 'Too many tries. Please try again later.',
}

/** The link that verifies an e-mail address, and sending it again. */
export const verificationRoutes: FastifyPluginAsyncZod<{ deps: MailingDeps }> = async (app, { deps }) => {
  app.post(
    '/api/email/verify',
    { config: { access: 'open' }, schema: { body: verifyEmailBody, response: { 200: messageBody } } },
    async (request) => {
      await spendQuota(deps.db, TRIES, visitorOf(request.ip), deps.clock.now())
      const personId = await verifyEmail(deps, request.body.token)
      request.log.info({ personId }, 'Email address verified')
      return { message: "Your email is confirmed. We'll ring as scheduled." }
    },
  )

  app.post('/api/email/resend', { schema: { response: { 202: messageBody } } }, async (request, reply) => {
    const { email } = request.person
    const isSent = await resendVerification(deps, request.person)
    const message = isSent ? `We've sent the link to ${email} again.` : "You've already confirmed your email."
    return reply.code(202).send({ message })
  })
}
