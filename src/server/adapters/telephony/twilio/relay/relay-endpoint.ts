import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import twilio from 'twilio'
import { WebSocketServer } from 'ws'
import type { ProviderTalks } from '#server/adapters/telephony/talk-line.ts'
import type { UpgradeHandler } from '#server/platform/http/upgrades.ts'
import { attemptOfRelay } from '../callbacks/callback-urls.ts'
import { relaySession } from './relay-session.ts'

/** A process talks with so many people at once at most; the next hears the plain question. */
const MOST_SESSIONS = 200
/** A turn of words is a few hundred bytes. */
const LARGEST_FRAME_BYTES = 64 * 1024

interface RelayOptions {
  /** Of the account that places calls. The provider signs with its primary token. */
  authToken: string
  publicUrl: string
  talks: ProviderTalks
  log: FastifyBaseLogger
  /** Left out, 200. */
  mostSessions?: number | undefined
}

/**
 * Takes the WebSockets that the provider opens for talks. Refused with 403 before they are open unless the address is that
 * of an attempt and the signature over it is right; with 409 while the attempt has one open, and 503 where too many are. The provider
 * asks then for what follows the talk, and the call goes on.
 * Source: https://www.twilio.com/docs/voice/conversationrelay/onboarding
 */
export function relayEndpoint(options: RelayOptions): UpgradeHandler {
  const { authToken, publicUrl, talks, log, mostSessions = MOST_SESSIONS } = options
  const server = new WebSocketServer({ noServer: true, maxPayload: LARGEST_FRAME_BYTES, perMessageDeflate: false })
  const open = new Set<number>()

  return (request, socket, head, spare) => {
    const attemptId = isSigned(request, { authToken, publicUrl })
      ? attemptOfRelay({ authToken }, pathOf(request))
      : null
    if (attemptId === null) {
      log.warn('Relay with a wrong signature refused')
      return refuse(socket, '403 Forbidden')
    }
    if (open.has(attemptId)) return refuse(socket, '409 Conflict')
    if (open.size >= mostSessions) {
      log.error({ attemptId }, 'Talk refused: too many are held at once')
      return refuse(socket, '503 Service Unavailable')
    }
    open.add(attemptId)
    socket.once('close', () => open.delete(attemptId))
    server.handleUpgrade(request, socket, head, (webSocket) => {
      spare()
      relaySession(webSocket, { attemptId, talks, log })
    })
  }
}

const pathOf = ({ url = '' }: IncomingMessage): string => url

/** The signature is over the address exactly as it stands in the document, with its own scheme. */
function isSigned(request: IncomingMessage, { authToken, publicUrl }: Pick<RelayOptions, 'authToken' | 'publicUrl'>) {
  const signature = request.headers['x-twilio-signature']
  if (typeof signature !== 'string') return false
  return twilio.validateRequest(authToken, signature, publicUrl.replace(/^http/, 'ws') + pathOf(request), {})
}

function refuse(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
}
