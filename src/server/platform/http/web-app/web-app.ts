import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'
import { PUBLIC_PAGES_FOLDER, SIGNED_IN_PAGE } from '#contract/public-pages.ts'
import { isScreenAddress, SANDBOX_SCREEN } from '#contract/screens.ts'
import { isUnder, pathOf } from '../requests/request-path.ts'
import { type PublicPagesOptions, servePublicPages } from './public-pages.ts'

/** The build puts a hash of the content into the names of these, so they never change. */
const HASHED = /\/assets\//
/** A text like the others, but sent without saying in which letters. */
const DRAWING = /\.svg(\.(br|gz))?$/
const ONE_YEAR = 'public, max-age=31536000, immutable'

interface WebAppOptions extends PublicPagesOptions {
  /** Whether this is the port for the machine itself, which has the sandbox's page and no other. */
  isLocal?: boolean
}

/**
 * Serves the built web app from `directory`: its files, the public pages, and index.html for every address that is a
 * screen. At any other address the app tells a person that the page does not exist, and the status is 404. Before a build a plain sentence says what to do.
 */
export async function serveWebApp(app: FastifyInstance, directory: string, options: WebAppOptions): Promise<void> {
  if (!existsSync(join(directory, 'index.html'))) {
    app.get('/*', { schema: { hide: true } }, async (request, reply) => {
      if (isUnderApi(request)) return reply.callNotFound()
      return reply
        .code(404)
        .type('text/plain; charset=utf-8')
        .send('The web app has not been built. Run: npm run build')
    })
    return
  }
  await app.register(fastifyStatic, {
    root: directory,
    wildcard: false,
    index: false,
    globIgnore: [`${PUBLIC_PAGES_FOLDER}/**`, `${SIGNED_IN_PAGE}*`],
    preCompressed: true,
    cacheControl: false,
    schemaHide: true,
    setHeaders: (reply, path) => {
      reply.header('cache-control', HASHED.test(path.replaceAll('\\', '/')) ? ONE_YEAR : 'no-cache')
      if (DRAWING.test(path)) reply.header('content-type', 'image/svg+xml; charset=utf-8')
    },
  })
  const sendApp = (request: FastifyRequest, reply: FastifyReply) => {
    const mayBeSignedIn = request.cookies[SIGNED_IN_COOKIE] === '1' && existsSync(join(directory, SIGNED_IN_PAGE))
    return reply.header('vary', 'cookie').sendFile(mayBeSignedIn ? SIGNED_IN_PAGE : 'index.html')
  }
  await servePublicPages(app, directory, options, sendApp)
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    if (!isAskedByPerson(request)) return reply.callNotFound()
    // This address lets its holder act in somebody's name: neither search engines nor shared caches may keep it.
    const path = pathOf(request.url)
    if (isUnder('/incident', path) || isUnder('/agree', path))
      reply.header('x-robots-tag', 'noindex, nofollow, noarchive')
    const isSandboxScreen = isUnder(SANDBOX_SCREEN, pathOf(request.url).toLowerCase())
    const isHere = isScreenAddress(pathOf(request.url)) && isSandboxScreen === (options.isLocal ?? false)
    return sendApp(request, reply.code(isHere ? 200 : 404))
  })
}

function isUnderApi(request: FastifyRequest): boolean {
  return isUnder('/api', pathOf(request.url))
}

/** A person who opens an address in a browser asks for a page; a missing picture or script stays missing. */
function isAskedByPerson(request: FastifyRequest): boolean {
  return !isUnderApi(request) && /\btext\/html\b|\*\/\*/.test(request.headers.accept ?? '*/*') && !isFile(request)
}

const isFile = (request: FastifyRequest): boolean => /\.[a-z0-9]{2,5}$/i.test(pathOf(request.url))
