import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'
import { AUTH_COOKIE } from '#server/platform/http/requests/authentication.ts'
import { visitorOf } from '#server/platform/visitors/visitor.ts'
import { newToken, SESSION_SECONDS, type Visitor } from './sessions.ts'

const DEVICE_COOKIE = 'cooee-device'
/** The longest time browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60

/** The cookies of a session: the token out of reach of scripts, and beside it a sign for scripts that there is one. */
export function sessionCookies(publicUrl: string) {
  const hidden = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
  const readable = { ...hidden, httpOnly: false }
  return {
    set(reply: FastifyReply, token: string): void {
      reply
        .setCookie(AUTH_COOKIE, token, { ...hidden, maxAge: SESSION_SECONDS })
        .setCookie(SIGNED_IN_COOKIE, '1', { ...readable, maxAge: SESSION_SECONDS })
    },
    /** Outlives sessions: it identifies a browser of the account's owner. It opens nothing. */
    setDevice(reply: FastifyReply, device: string): void {
      reply.setCookie(DEVICE_COOKIE, device, { ...hidden, maxAge: DEVICE_SECONDS })
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(AUTH_COOKIE, hidden).clearCookie(SIGNED_IN_COOKIE, readable)
    },
  }
}

/** The token by which this browser may be known; undefined if it brings none. */
export function broughtDevice(request: FastifyRequest): string | undefined {
  const brought = request.cookies[DEVICE_COOKIE]
  return brought !== undefined && /^[\w-]{43}$/.test(brought) ? brought : undefined
}

/** The same, or a new one. */
export const deviceOf = (request: FastifyRequest): string => broughtDevice(request) ?? newToken()

/** Whose session begins. */
export function visitorFrom(request: FastifyRequest): Visitor {
  return { address: visitorOf(request.ip), userAgent: request.headers['user-agent'] }
}
