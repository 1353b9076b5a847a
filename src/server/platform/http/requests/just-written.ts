import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Reader } from '../../database/replica/screen-reads.ts'
import { changesState, hasSession } from './authentication.ts'

const JUST_WRITTEN_COOKIE = 'just-written'
/** Longer than a screen may be old (`read-replica.ts`). */
const SECONDS = 2

/** Marks a browser that has just changed something, for whichever process answers it next. */
export function markJustWritten(
  app: FastifyInstance,
  { isSecure, noteChanges }: { isSecure: boolean; noteChanges(accountIds: Iterable<number>): void },
): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (!changesState(request) || !hasSession(request)) return payload
    noteChanges([request.account.id])
    reply.setCookie(JUST_WRITTEN_COOKIE, '1', {
      ...{ path: '/api', maxAge: SECONDS, httpOnly: true, sameSite: 'strict', secure: isSecure },
    })
    return payload
  })
}

/** Who reads a screen of their circle. */
export const readerOf = (request: FastifyRequest): Reader => ({
  accountId: request.account.id,
  hasJustWritten: request.cookies[JUST_WRITTEN_COOKIE] !== undefined,
})
