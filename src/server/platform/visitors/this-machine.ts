import type { FastifyRequest } from 'fastify'
import { isLocalName } from './local-name.ts'

/**
 * Whether a request was made on this machine. Behind a proxy here every request comes from loopback, so one that was
 * passed on does not count; nor does one for another name, which a page elsewhere may have pointed at this machine.
 * Judged by what arrived, never by what Fastify makes of forwarding headers: those are the sender's to choose.
 */
export function isFromThisMachine(request: FastifyRequest): boolean {
  const address = request.raw.socket.remoteAddress ?? ''
  return LOOPBACK.test(address) && isLocalName(request.raw.headers.host ?? '') && !wasPassedOn(request)
}

/** HTTP/1.0 counts: nginx without its own settings adds no header, but speaks it, and nothing on a desk does. */
function wasPassedOn({ raw }: FastifyRequest): boolean {
  return raw.httpVersion === '1.0' || Object.keys(raw.headers).some((name) => FORWARDING.test(name))
}

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/
const FORWARDING = /^(x-forwarded(-.*)?|x-real-ip|forwarded|via)$/
