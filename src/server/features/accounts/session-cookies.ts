import type { FastifyReply, FastifyRequest } from 'fastify'
import { SIGNED_IN_COOKIE } from '#contract/signed-in-cookie.ts'
import { AUTH_COOKIE } from '#server/platform/authentication.ts'
import { visitorOf } from '#server/platform/visitor.ts'
import { SESSION_SECONDS, type Visitor } from './sessions.ts'

/** The cookies of a session: the token out of reach of scripts, and beside it a sign for them that there is one. */
export function sessionCookies(publicUrl: string) {
  const hidden = { path: '/', httpOnly: true, sameSite: 'lax', secure: publicUrl.startsWith('https:') } as const
  const readable = { ...hidden, httpOnly: false }
  return {
    set(reply: FastifyReply, token: string): void {
      reply
        .setCookie(AUTH_COOKIE, token, { ...hidden, maxAge: SESSION_SECONDS })
        .setCookie(SIGNED_IN_COOKIE, '1', { ...readable, maxAge: SESSION_SECONDS })
    },
    clear(reply: FastifyReply): void {
      reply.clearCookie(AUTH_COOKIE, hidden).clearCookie(SIGNED_IN_COOKIE, readable)
    },
  }
}

/** Who a session is begun for. */
export function visitorFrom(request: FastifyRequest): Visitor {
  return { address: visitorOf(request.ip), userAgent: request.headers['user-agent'] }
}
