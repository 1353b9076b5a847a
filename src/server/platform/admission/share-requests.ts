import type { FastifyInstance, FastifyRequest } from 'fastify'
import { changesState, hasSession, tokenOf } from '../http/requests/authentication.ts'
import { isUnder, pathOf } from '../http/requests/request-path.ts'
import type { Limits } from '../visitors/limits.ts'
import { tooMany } from '../visitors/quota.ts'
import { visitorOf } from '../visitors/visitor.ts'
import { limitConcurrency } from './limit-concurrency.ts'
import { countsOfAMinute } from './minute-counts.ts'
import { recentTokens } from './recent-tokens.ts'
import type { ConnectionAdmission } from './share-connections.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Called by a provider, which signs what it sends: never refused for how much comes from an address. */
    isCallback?: boolean
  }
}

export type AdmissionLimits = Pick<Limits, 'connectionsPerAddress' | 'requestsPerAddress' | 'requestsPerAccount'>

const FROM_ADDRESS = 'Your network is sending us a lot of requests. Please wait a minute and try again.'
const FROM_ACCOUNT = 'Your account is sending us a lot of requests. Please wait a minute and try again.'
const BATCH_SIZE = 'Cooee is busy right now. Please try again in a moment.'
const AT_ONCE_MS = 2_000
/** Changes of one account wait for one another's rows, each with a connection: of 16 they may hold a quarter. */
const CHANGES = { atOnce: 4, waiting: 40 }

/**
 * Bounds what one address (after trusted proxies) may ask without a session, and what one account may ask, in a minute and
 * at once; changes of one account take turns, so that they cannot hold every connection of the database. Refuses with `too_many_requests`. What a provider calls back has no such bound, and files of the web app count only
 * as under way. Call it after cookies are read; `after` follows the guard that finds sessions.
 */
export function shareRequests(
  app: FastifyInstance,
  connections: ConnectionAdmission,
  limits: AdmissionLimits,
): { afterGuard(): void } {
  const asked = countsOfAMinute()
  const known = recentTokens()
  const underWay = new Map<string, number>()
  const acquire = limitConcurrency(CHANGES)

  const refuse = (message: string) => tooMany(message, asked.restMs())
  const isOver = (count: number, limit: number) => limit > 0 && count > limit

  app.addHook('onRequest', async (request) => {
    if (isCallback(request) || limits.requestsPerAddress === 0) return
    const visitor = visitorOf(request.ip)
    const token = tokenOf(request)
    const isUsedUp = (kind: string) => asked.of(`${kind} ${visitor}`) >= limits.requestsPerAddress
    // A token that opened something lately still does, however many wrong ones come from the same network.
    if (token === undefined ? isUsedUp('open') && !isFile(request) : isUsedUp('wrong') && !known.has(token)) {
      throw refuse(FROM_ADDRESS)
    }
  })

  app.addHook('onResponse', async (request, reply) => {
    if (isCallback(request) && reply.statusCode < 400) connections.spare(request.raw.socket)
    if (reply.statusCode !== 401) return
    const token = tokenOf(request)
    if (token !== undefined) known.forget(token)
    // What an open route refuses has been counted when it came.
    if (hasSession(request) || request.routeOptions.config.access === 'open') return
    asked.add(`${token === undefined ? 'open' : 'wrong'} ${visitorOf(request.ip)}`)
  })

  function afterGuard(): void {
    app.addHook('onRequest', async (request, reply) => {
      if (isCallback(request)) return
      const isSignedIn = hasSession(request)
      if (isSignedIn || cameThroughProxy(request)) connections.spare(request.raw.socket)
      if (isSignedIn) known.add(tokenOf(request) ?? '')
      const whose = isSignedIn ? `account ${request.account.id}` : `open ${visitorOf(request.ip)}`
      const isCounted = isSignedIn || !isFile(request)
      const limit = isSignedIn ? limits.requestsPerAccount : limits.requestsPerAddress
      if (isCounted && isOver(asked.add(whose), limit)) throw refuse(isSignedIn ? FROM_ACCOUNT : FROM_ADDRESS)
      const atOnce = (underWay.get(whose) ?? 0) + 1
      if (isOver(atOnce, limits.connectionsPerAddress)) throw tooMany(BATCH_SIZE, AT_ONCE_MS)
      underWay.set(whose, atOnce)
      reply.raw.once('close', () => {
        const left = (underWay.get(whose) ?? 1) - 1
        if (left > 0) underWay.set(whose, left)
        else underWay.delete(whose)
      })
      if (!isSignedIn || limits.requestsPerAccount === 0 || !changesState(request)) return
      const release = await acquire(whose)
      if (!release) throw tooMany(BATCH_SIZE, AT_ONCE_MS)
      // Who gave up while waiting has closed already.
      if (reply.raw.destroyed) release()
      else reply.raw.once('close', release)
    })
  }
  return { afterGuard }
}

const isCallback = (request: FastifyRequest): boolean => request.routeOptions.config?.isCallback === true
/** Scripts, styles and pictures of the web app: they cost no query, and one page is made of dozens. */
const isFile = (request: FastifyRequest): boolean => isUnder('/assets', pathOf(request.url))
const cameThroughProxy = (request: FastifyRequest): boolean => request.ip !== request.raw.socket.remoteAddress
