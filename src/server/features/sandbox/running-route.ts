import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sandboxRunning } from '#contract/admin/sandbox-running.ts'
import { isFromThisMachine } from '#server/platform/visitors/this-machine.ts'

/**
 * Tells screens whether to offer the sandbox, and at which address; it exists with real providers too, so that asking
 * is no error.
 */
export const sandboxRunningRoute: FastifyPluginAsyncZod<{ addressOf: () => string | null }> = async (
  app,
  { addressOf },
) => {
  app.get(
    '/api/sandbox',
    { config: { access: 'open' }, schema: { response: { 200: sandboxRunning } } },
    async (request) => {
      const address = isFromThisMachine(request) ? addressOf() : null
      return { isRunning: address !== null, address }
    },
  )
}
