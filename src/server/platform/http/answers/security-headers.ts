import type { FastifyInstance } from 'fastify'
import { isUnder, pathOf } from '../requests/request-path.ts'

/** The headers that every answer carries, by the address that was asked for. */
export type HeadersFor = (url: string) => Readonly<Record<string, string>>

/**
 * Strict headers, also for what never reaches a route: scripts and styles of our own files alone, and two years of https.
 * The microphone may be asked for on the page where a member records their voice, and on the sandbox's page of the loopback port
 * (`isLocal`).
 */
export function securityHeaders({ publicUrl, isLocal }: { publicUrl: string; isLocal?: boolean }): HeadersFor {
  const isHttps = publicUrl.startsWith('https:')
  const always = {
    ...ALWAYS,
    ...(isHttps ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' } : {}),
  }
  const api = { ...always, 'content-security-policy': NO_PAGE_POLICY, 'cache-control': 'no-store' }
  const page = { ...always, 'content-security-policy': pagePolicy(isHttps) }
  const withMicrophone = {
    ...page,
    'permissions-policy': permissions(ALL_FEATURES.filter((each) => each !== 'microphone')),
  }
  // By address, not by content type: "not modified" has none, and its headers replace those of the kept page.
  return (url) => {
    const path = pathOf(url)
    if (isUnder('/api', path)) return api
    return mayHear(path) || (isLocal && isUnder('/sandbox', path)) ? withMicrophone : page
  }
}

/** Where a member records their voice, by their own wish; with any of the letters that the router takes. */
const mayHear = (path: string): boolean => /^\/calls\/voice\/\d+\/?$/i.test(path)

/** Before any other handler sees a request, so that a refusal carries them, too. A route may say otherwise. */
export function addSecurityHeaders(app: FastifyInstance, headersFor: HeadersFor): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headersFor(request.url))
    done()
  })
}

const ALL_FEATURES: readonly string[] = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]

/** The policy by which no page may use these features. */
function permissions(features: readonly string[]): string {
  return features.map((feature) => `${feature}=()`).join(', ')
}

const ALWAYS = {
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': permissions(ALL_FEATURES),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-frame-options': 'DENY', // for browsers older than frame-ancestors
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0', // the filter that it switches off could be made to break pages
}

/** For what is no page at all: nothing in it may load, run or be framed. */
const NO_PAGE_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

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
