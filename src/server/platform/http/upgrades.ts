import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Takes a connection over. `spare` says that it has shown whose it is. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer, spare: () => void) => void

declare module 'fastify' {
  interface FastifyInstance {
    /** Has `handler` take WebSockets whose path begins so; every other request is answered as HTTP, whatever it asks for. */
    onUpgrade(prefix: string, handler: UpgradeHandler): void
  }
}

/** WebSockets of an HTTP server, by the beginning of their path. */
export function upgrades() {
  const handlers: { prefix: string; handler: UpgradeHandler }[] = []
  const handlerOf = ({ url = '', headers }: IncomingMessage) =>
    headers.upgrade?.toLowerCase() === 'websocket'
      ? handlers.find(({ prefix }) => url.startsWith(prefix))?.handler
      : undefined
  return {
    add: (prefix: string, handler: UpgradeHandler) => void handlers.push({ prefix, handler }),
    /** For the server's `shouldUpgradeCallback`. */
    takes: (request: IncomingMessage) => handlerOf(request) !== undefined,
    listen(server: Server, spare: (socket: Socket) => void): void {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // A client that goes away meanwhile must not end the process.
        socket.on('error', () => socket.destroy())
        handlerOf(request)?.(request, socket, head, () => spare(request.socket))
      })
    },
  }
}
