import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { STOP_CODE_SENT, STOP_CODE_WRONG, stopBody, stopCodeBody } from '#contract/people/stop.ts'
import { messageBody } from '#contract/wire.ts'
import { whatIsRefused } from '#core/refusals/refusal-texts.ts'
import { type StopDeps, stopCallsTo } from '#server/features/care/public.ts'
import { applyRefusal } from '#server/features/refusals/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { ordinaryNumber } from '#server/platform/phones/ordinary-number.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import { isProven, type ProveDeps, sendStopCode } from './prove-number.ts'

const TOO_MANY = 'That was a lot at once. Please wait a while and try again.'
const ASKED: Quota = { name: 'stop-code', limit: 10, windowSeconds: 3600, message: TOO_MANY }
const ANSWERED: Quota = { name: 'stop', limit: 30, windowSeconds: 3600, message: TOO_MANY }

interface RouteDeps extends StopDeps, Pick<ProveDeps, 'sendCode'> {
  /** Where the phones may be, by ISO 3166 letters. */
  phoneCountries: readonly string[]
}

/** The public page on which anybody ends calls or texts to a phone, proved by a code. No answer says whether a number is known. */
export const stopRoutes: FastifyPluginAsyncZod<{ deps: RouteDeps }> = async (app, { deps }) => {
  const { db, clock, phoneCountries: countries } = deps

  app.post(
    '/api/stop/code',
    { config: { access: 'open' }, schema: { body: stopCodeBody, response: { 202: messageBody } } },
    async (request, reply) => {
      const phoneNumber = ordinaryNumber(request.body.phoneNumber, { countries })
      await spendQuota(db, ASKED, visitorOf(request.ip), clock.now())
      await sendStopCode(deps, phoneNumber)
      return reply.code(202).send({ message: STOP_CODE_SENT })
    },
  )

  app.post(
    '/api/stop',
    { config: { access: 'open' }, schema: { body: stopBody, response: { 200: messageBody } } },
    async (request) => {
      const { code, calls, texts } = request.body
      const phoneNumber = ordinaryNumber(request.body.phoneNumber, { countries })
      await spendQuota(db, ANSWERED, visitorOf(request.ip), clock.now())
      if (!(await isProven(deps, { phoneNumber, code }))) {
        throw new AppError('invalid', STOP_CODE_WRONG, { field: 'code' })
      }
      await db
        .transaction()
        .execute((trx) => applyRefusal(deps.incidents, trx, { phoneNumber, calls, texts, how: 'form' }))
      if (calls || texts) await stopCallsTo(deps, phoneNumber)
      return { message: `This phone won't get ${whatIsRefused({ calls, texts })} from Cooee any more.` }
    },
  )
}
