import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from './authentication.ts'

/** Stands in index.html where the nonce of this one answer goes. */
const NONCE_PLACEHOLDER = '__CSP_NONCE__'
/** The build puts a hash of the content into the names of these, so they never change. */
const HASHED = /\/assets\//
const ONE_YEAR = 'public, max-age=31536000, immutable'

/**
 * Serves the built web app from `directory`: its files, and index.html for every address that is a screen.
 * Where nothing has been built a plain sentence says what to do.
 */
export async function serveWebApp(app: FastifyInstance, directory: string): Promise<void> {
  const indexFile = join(directory, 'index.html')
  if (!existsSync(indexFile)) {
    app.get('/*', { schema: { hide: true } }, async (request, reply) => {
      if (isUnderApi(request)) return reply.callNotFound()
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('The web app has not been built. Run: npm run build')
    })
    return
  }
  const page = readFileSync(indexFile, 'utf8')
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED.test(path.replaceAll('\\', '/')) ? ONE_YEAR : 'no-cache')
    },
  })
  const sendPage = (reply: FastifyReply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(page.replaceAll(NONCE_PLACEHOLDER, reply.styleNonce))
  app.get('/', { schema: { hide: true } }, async (_request, reply) => sendPage(reply))
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    return isScreen(request) ? sendPage(reply) : reply.callNotFound()
  })
}

function isUnderApi(request: FastifyRequest): boolean {
  return /^\/api(\/|$)/.test(pathOf(request.url))
}

/** A person who opens an address in a browser asks for a page; a missing picture or script stays missing. */
function isScreen(request: FastifyRequest): boolean {
  return !isUnderApi(request) && /\btext\/html\b|\*\/\*/.test(request.headers.accept ?? '*/*') && !isFile(request)
}

const isFile = (request: FastifyRequest): boolean => /\.[a-z0-9]{2,5}$/i.test(pathOf(request.url))
