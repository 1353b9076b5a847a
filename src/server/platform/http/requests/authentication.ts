import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { Selectable } from 'kysely'
import { hasRight, type Right, ROUTE_RIGHTS, WHO_MAY } from '#contract/accounts/rights.ts'
import { includesScope, NOT_FOR_TOKENS, ROUTE_SCOPES, type TokenScope } from '#contract/accounts/token-scopes.ts'
import type { AccountsTable, MembersTable, OwnersView, PeopleTable } from '../../database/schema.ts'
import { noteForLog } from '../../health/log-context.ts'
import { AppError } from '../app-error.ts'
import type { ActingAccount, Actor, ReadAccount } from './acting-account.ts'
import { isUnder, pathOf } from './request-path.ts'

/** The circle of a family as the rest of the server knows it: with the names, numbers and clock of its owner. */
export type Account = Selectable<AccountsTable> & Omit<Selectable<OwnersView>, 'accountId' | 'personId' | 'role'>

/** Somebody who signs in. `accountId`: their own circle, else one they belong to; null where they belong to none. */
export type Person = Omit<Selectable<PeopleTable>, 'passwordHash'> & { accountId: number | null }

/** What the signed-in person may do in the circle that they have entered. */
export type Member = Pick<Selectable<MembersTable>, 'role' | 'mayHearCalls'>

/** The circle of a session, with who acts and what they may hear. */
export type EnteredAccount = Account & ActingAccount & ReadAccount & { by: Actor }

export interface Session {
  /** The circle that was entered, as this member reads it and acts in it. */
  account: EnteredAccount
  /** Who signed in. */
  person: Person
  member: Member
  /** Names the session without being able to open it. */
  tokenHash: Buffer
  /** Given where a program asks with an access token: nothing is allowed beyond its scopes. */
  accessToken?: { id: number; scopes: readonly string[] }
}

/** Finds the living session of a token, or null. An access token that has ended is refused with the reason. */
export type Authenticate = (token: string) => Promise<Session | null>

/** Names product and kind, so that programs which look for leaked secrets find it. */
export const ACCESS_TOKEN_PREFIX = 'cooee_pat_'

export const AUTH_COOKIE = 'auth-token'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** `open`: no session is needed. Left out, every route under /api needs one, and /api/admin an admin. */
    access?: 'open'
    /** Of a route that the table of rights cannot know, as one of a test. */
    right?: Right
  }
  interface FastifyRequest {
    /** The circle that is asked about. Throws where nobody has signed in, so that an open route cannot use it by mistake. */
    readonly account: EnteredAccount
    /** Who is asking. Throws like `account`. */
    readonly person: Person
    readonly session: Session
  }
}

const sessions = new WeakMap<FastifyRequest, Session>()

/** Whether somebody is signed in; open routes do not check. */
export const hasSession = (request: FastifyRequest): boolean => sessions.has(request)

/** Guards everything under /api before a body is read. A route is closed unless it says otherwise. */
export function guardApi(
  app: FastifyInstance,
  options: {
    authenticate: Authenticate
    publicUrl: string
    /** Refuses an admin who may not enter the admin area yet. */
    beforeAdmin?: ((person: Person, log: FastifyBaseLogger) => Promise<void>) | undefined
  },
): void {
  const ownOrigin = new URL(options.publicUrl).origin

  app.decorateRequest('session', {
    getter(this: FastifyRequest) {
      const session = sessions.get(this)
      if (!session) throw new AppError('unauthenticated', 'Please sign in')
      return session
    },
  })
  app.decorateRequest('account', {
    getter(this: FastifyRequest) {
      return this.session.account
    },
  })
  app.decorateRequest('person', {
    getter(this: FastifyRequest) {
      return this.session.person
    },
  })

  app.addHook('onRequest', async (request) => {
    const access = accessOf(request)
    if (access === 'open') return
    const session = await findSession(request, options.authenticate)
    if (isCookieOnly(request) && changesState(request) && !isSameOrigin(request, ownOrigin)) {
      throw new AppError('not_allowed', 'This request did not come from Cooee itself')
    }
    sessions.set(request, session)
    const { accessToken } = session
    noteForLog({
      accountId: session.account.id,
      personId: session.person.id,
      ...(accessToken && { accessTokenId: accessToken.id }),
    })
    if (accessToken) refuseWithoutScope(request, accessToken.scopes)
    if (access === 'admin' && session.person.role !== 'admin') {
      request.log.warn({ personId: session.person.id }, 'Admin route refused to a person who is not an admin')
      throw new AppError('not_allowed', 'Only an admin may do this')
    }
    refuseOtherCircle(request, session)
    if (access === 'admin') return options.beforeAdmin?.(session.person, request.log)
    refuseWithoutRight(request, session.member)
  })
}

/**
 * A browser shares one session among its tabs: a tab that still shows one family may neither load nor change the other,
 * which was entered in the tab beside it. Clients that do not say what they show are not checked.
 */
function refuseOtherCircle(request: FastifyRequest, session: Session): void {
  const shown = request.headers['x-circle']
  if (shown === undefined || shown === String(session.account.id)) return
  throw new AppError('other_circle', 'Another family is open in this browser now.')
}

/** Refuses what the role of the member does not allow, and every route that the table of rights does not know. */
function refuseWithoutRight(request: FastifyRequest, member: Member): void {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const rights: Partial<Record<string, Right>> = ROUTE_RIGHTS
  const right = rights[`${method} ${request.routeOptions.url}`] ?? request.routeOptions.config.right
  if (right === undefined) throw new Error(`No right is known for ${method} ${request.routeOptions.url}`)
  if (hasRight(member, right)) return
  request.log.warn({ role: member.role, right }, 'Route refused to a member')
  throw new AppError(
    'not_allowed',
    right === 'own' || right === 'read' || right === 'admin' ? 'You may not do this.' : WHO_MAY[right],
  )
}

/** Refuses an access token what is outside of its scopes, and every route that the table of scopes does not know. */
function refuseWithoutScope(request: FastifyRequest, scopes: readonly string[]): void {
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const known: Partial<Record<string, TokenScope | typeof NOT_FOR_TOKENS>> = ROUTE_SCOPES
  const wanted = known[`${method} ${request.routeOptions.url}`] ?? NOT_FOR_TOKENS
  if (wanted === NOT_FOR_TOKENS) {
    throw new AppError('not_allowed', "Access tokens can't be used for this. Please sign in to Cooee.")
  }
  if (includesScope(scopes, wanted)) return
  throw new AppError('not_allowed', `This access token doesn't have the scope ${wanted}.`)
}

function accessOf(request: FastifyRequest): 'open' | 'account' | 'admin' {
  const route = request.routeOptions.url
  const isKnown = !request.is404 && route !== undefined && route !== '/*' // where the web app takes what is left over
  const path = isKnown ? route : pathOf(request.url)
  if (isUnder('/api/admin', path)) return 'admin'
  if (!isKnown || !isUnder('/api', path) || isUnder('/api/docs', path)) return 'open'
  return request.routeOptions.config.access ?? 'account'
}

async function findSession(request: FastifyRequest, authenticate: Authenticate): Promise<Session> {
  const token = tokenOf(request)
  if (!token) throw new AppError('unauthenticated', 'Please sign in')
  if (isCookieOnly(request) && token.startsWith(ACCESS_TOKEN_PREFIX)) {
    throw new AppError('unauthenticated', 'Please send the access token in the Authorization header')
  }
  const session = await authenticate(token)
  if (!session) throw new AppError('unauthenticated', 'Your session has ended. Please sign in again.')
  return session
}

/** The session of an open route that answers a signed-in person otherwise; null for everybody else. */
export async function optionalSession(
  request: FastifyRequest,
  { authenticate, publicUrl }: { authenticate: Authenticate; publicUrl: string },
): Promise<Session | null> {
  const token = tokenOf(request)
  if (!token) return null
  if (isCookieOnly(request) && !isSameOrigin(request, new URL(publicUrl).origin)) {
    throw new AppError('not_allowed', 'This request did not come from Cooee itself')
  }
  if (token.startsWith(ACCESS_TOKEN_PREFIX)) {
    throw new AppError('not_allowed', "Access tokens can't be used for this. Please sign in to Cooee.")
  }
  return authenticate(token)
}

/** The token a request came with; the header counts before the cookie. */
export function tokenOf(request: FastifyRequest): string | undefined {
  return bearerToken(request) ?? request.cookies[AUTH_COOKIE]
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

const isCookieOnly = (request: FastifyRequest): boolean => bearerToken(request) === undefined
export const changesState = (request: FastifyRequest): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(request.method)

/**
 * Prevents cross-site request forgery (CSRF): another site can make a browser send our cookie, but it can forge neither of
 * these headers. Old browsers send only Origin; a request with neither proves nothing and is refused.
 */
function isSameOrigin(request: FastifyRequest, ownOrigin: string): boolean {
  const site = request.headers['sec-fetch-site']
  const origin = request.headers.origin
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return site === 'same-origin'
  return origin === ownOrigin || (URL.canParse(origin) && new URL(origin).host === request.host)
}
