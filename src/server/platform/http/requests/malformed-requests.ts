import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

const REFUSALS: Record<string, { status: number; message: string }> = {
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, message: 'The request took too long to arrive' },
  HPE_HEADER_OVERFLOW: { status: 431, message: 'The headers of the request are too large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, message: 'The request is too large' },
}
const NOT_HTTP = { status: 400, message: 'This is not a valid HTTP request' }

/**
 * Answers what the HTTP parser refuses, before there is a request: the same shape and headers as any other refusal, and
 * nothing of what was sent. The connection ends: what else comes over it cannot be trusted to be a separate request.
 */
export function refuseMalformed(
  error: { code?: string | undefined },
  socket: Socket,
  headers: Readonly<Record<string, string>>,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const { status, message } = REFUSALS[error.code ?? ''] ?? NOT_HTTP
  const body = JSON.stringify({ message })
  const lines = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
  socket.destroySoon()
}
