import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { AppError } from '#server/platform/http/app-error.ts'
import type { BillingDeps } from '../../deps.ts'
import { syncSubscriptionJob } from './jobs.ts'

/** An invoice with all its lines is larger than what people send. */
const EVENT_LIMIT_BYTES = 512 * 1024

/** Events of the card provider, refused with 403 unless signed. An event is a hint, noted once: a job asks the provider what is true. */
export const paymentWebhookRoutes: FastifyPluginAsyncZod<{ deps: BillingDeps }> = async (app, { deps }) => {
  const { db, jobs, clock, payments } = deps
  // The signature is over the bytes as they came.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_LIMIT_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  app.post(
    '/api/stripe/webhook',
    { config: { access: 'open', isCallback: true }, bodyLimit: EVENT_LIMIT_BYTES, schema: { hide: true } },
    async (request) => {
      const signature = request.headers['stripe-signature']
      const event =
        Buffer.isBuffer(request.body) && typeof signature === 'string'
          ? payments?.readEvent(request.body, signature)
          : null
      if (!event) {
        request.log.warn('Card provider event with a wrong signature refused')
        throw new AppError('not_allowed', 'The signature is not right')
      }
      const { eventId, eventType, customerId } = event
      await db.transaction().execute(async (trx) => {
        const { numInsertedOrUpdatedRows } = await trx
          .insertInto('paymentEvents')
          // Without its account: the last events about a customer come when their account is gone.
          .values({ eventId, eventType, customerId: null, receivedAt: clock.now() })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 0n || customerId === null) return
        await jobs.send(trx, syncSubscriptionJob, { customerId })
      })
      return { received: true }
    },
  )
}
