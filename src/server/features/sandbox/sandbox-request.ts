import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/platform/http/app-error.ts'
import { isFromThisMachine } from '#server/platform/visitors/this-machine.ts'

/**
 * Refuses requests that do not come from this machine, and requests that another site makes a browser here send: the
 * sandbox has no session, so the origin of a request is the only check. Programs on this machine send neither header.
 */
export async function onlyFromHere(request: FastifyRequest): Promise<void> {
  const site = request.headers['sec-fetch-site']
  const { origin, host } = request.raw.headers
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host))
  if (isForeign || !isFromThisMachine(request)) {
    throw new AppError('not_allowed', 'The sandbox can be used on the machine Cooee runs on')
  }
}
