import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import { isUnder, pathOf } from './request-path.ts'

/** Strict headers on every answer. Scripts and styles come from our own files alone: no style element at run time either. */
export async function addSecurityHeaders(app: FastifyInstance, { publicUrl }: { publicUrl: string }): Promise<void> {
  const isHttps = publicUrl.startsWith('https:')
  await app.register(helmet, {
    contentSecurityPolicy: false, // set below: it differs from page to page
    strictTransportSecurity: isHttps ? { maxAge: 63_072_000, includeSubDomains: true, preload: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: { policy: 'require-corp' },
    xFrameOptions: { action: 'deny' },
    xXssProtection: true,
  })
  const ownPages = pagePolicy(isHttps)
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (!reply.hasHeader('content-security-policy')) {
      // By address, not by content type: "not modified" has none, and its headers replace those of the kept page.
      const isApi = isUnder('/api', pathOf(request.url))
      reply.header('content-security-policy', isApi ? NO_PAGE_POLICY : ownPages)
    }
    done()
  })
}

/** For what is no page at all: nothing in it may load, run or be framed. */
const NO_PAGE_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

function pagePolicy(isHttps: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(isHttps ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}
