import type { FastifyReply, FastifyRequest } from 'fastify'
import { readByteRange } from './byte-range.ts'

/**
 * Prepares the answer to a request for something of `size` bytes that only this person may have: status and headers, for
 * one range of bytes or the whole (RFC 9110, section 14). There is no validator, so `If-Range` never holds and is answered
 * with the whole. Returns the bytes to send, both ends included; null for a range that there is not, whose status is set.
 */
export function answerRange(
  request: FastifyRequest,
  reply: FastifyReply,
  size: number,
): { first: number; last: number } | null {
  const isConditional = request.headers['if-range'] !== undefined
  const range = readByteRange(isConditional ? undefined : request.headers.range, size)
  reply.header('accept-ranges', 'bytes').header('cache-control', 'private, no-store')
  switch (range.kind) {
    case 'unsatisfiable':
      reply.code(416).header('content-range', `bytes */${size}`)
      return null
    case 'part':
      reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${size}`)
      return { first: range.first, last: range.last }
    case 'whole':
      return { first: 0, last: size - 1 }
  }
}
