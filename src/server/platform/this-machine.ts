import type { FastifyRequest } from 'fastify'

/**
 * Whether a request was made on this machine. Behind a proxy here every request comes from loopback, so one that was
 * passed on does not count; nor does one for another name, which a page elsewhere may have pointed at this machine.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.raw.socket.remoteAddress ?? ''
  const isForwarded = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers
  return !isForwarded && LOOPBACK.test(address) && LOCAL_NAMES.test(request.hostname)
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
const LOCAL_NAMES = /^(localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?)$/i
