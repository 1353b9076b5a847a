import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LANGUAGES } from '#core/languages/language.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import { fallbackForm } from './callback-forms.ts'
import { FALLBACK_PATH } from './callback-urls.ts'
import { fallbackScript } from './fallback-script.ts'

/** A call as `fallbackUrl` names it; `inbound/voice` is what a number's own fallback may name. */
const CALL = /^((alert-|test-|own-)?voice\/[1-9]\d{0,15}|inbound\/voice)$/
const fallbackQuery = z.object({
  call: z.string().regex(CALL),
  language: z.enum(LANGUAGES).default('en-AU').catch('en-AU'),
})

/** What the provider requests while no server can give it the next script. Uses no database, which may be what is down. */
export const fallbackCallbacks: FastifyPluginAsyncZod<{ publicUrl: string; clock: Clock }> = async (
  app,
  { publicUrl, clock },
) => {
  app.post(
    FALLBACK_PATH,
    { config: { access: 'open' }, schema: { hide: true, querystring: fallbackQuery, body: fallbackForm } },
    async ({ query: { call, language }, body: { ErrorUrl, ErrorCode, Digits }, log }, reply) => {
      log.warn({ call, error: ErrorCode }, 'Phone provider did not get the script; answering with the fallback')
      return reply
        .type('text/xml')
        .send(fallbackScript({ publicUrl, call, failedUrl: ErrorUrl, keys: Digits, now: clock.now(), language }))
    },
  )
}
