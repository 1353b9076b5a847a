import { isScreenAddress, SANDBOX_SCREEN } from '#contract/screens.ts'
import { buildApp, type HttpApp } from '#server/platform/http/http-app.ts'
import { isUnder, pathOf } from '#server/platform/http/requests/request-path.ts'
import { outboxRoutes } from '../features/messages/public.ts'
import { isSandboxOpen, sandboxCardRoutes, sandboxRoutes } from '../features/sandbox/public.ts'
import type { ServerParts } from './app.ts'

/** What only the machine Cooee runs on may ask, on a loopback port: /metrics, and the phones, cards and outbox of the sandbox. */
export function buildLocalApp(parts: ServerParts): Promise<HttpApp> {
  const isOpen = isSandboxOpen(parts)
  const { log, publicUrl, metrics, readiness, webDirectory } = parts
  return buildApp({
    log,
    publicUrl,
    ...(metrics && { metrics }),
    ...(readiness && { readiness }),
    ...(isOpen && webDirectory && { webDirectory }),
    isSandbox: true,
    isLocal: true,
    trustProxy: false,
    authenticate: async () => null,
    async routes(app) {
      if (!isOpen) return
      // Everything else of the web app is where people use it.
      app.addHook('onRequest', async (request, reply) => {
        const path = pathOf(request.url)
        if (isScreenAddress(path) && !isUnder(SANDBOX_SCREEN, path)) return reply.redirect(`${publicUrl}${request.url}`)
      })
      await app.register(outboxRoutes, { deps: parts })
      const phones = parts.sandboxPhones
      if (phones) await app.register(sandboxRoutes, { deps: { db: parts.db, phones } })
      const cards = parts.sandboxCards
      if (phones || cards) await app.register(sandboxCardRoutes, { deps: { db: parts.db, cards } })
    },
  })
}
