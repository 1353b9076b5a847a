import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { visitorOf } from '../visitors/visitor.ts'

interface Connection {
  socket: Socket
  visitor: string
  since: number
  isSpared: boolean
  latest: { request: IncomingMessage; response: ServerResponse } | null
}

export interface ConnectionAdmission {
  /** A connection that showed whose it is counts for its address no longer: a session, a signed callback, a proxy. */
  spare(socket: Socket): void
}

/** How long a connection may take to send its first request before it can be cut for a newer one. */
const GRACE_MS = 250
/** A connection that was cut counts for the system until it has closed. */
const CLOSING = 1_000

/**
 * Keeps room for new connections. An address may hold `perAddress` connections (0: no limit), the process `most`. Nobody is
 * refused: a new connection replaces one over which no whole request has arrived, the oldest first, so
 * that a thousand slow requests cannot keep a callback of the phone provider out.
 */
export function shareConnections(
  server: Server,
  { perAddress, most }: { perAddress: number; most: number },
): ConnectionAdmission {
  const connections = new Map<Socket, Connection>()
  let sweep: NodeJS.Timeout | undefined
  server.maxConnections = most + CLOSING

  server.on('connection', (socket: Socket) => {
    const visitor = visitorOf(socket.remoteAddress ?? '')
    connections.set(socket, { socket, visitor, since: performance.now(), isSpared: false, latest: null })
    socket.once('close', () => connections.delete(socket))
    if (connections.size > most) cutOneOfTheHeaviest()
    if (perAddress > 0) sweep ??= setTimeout(cutSurplus, GRACE_MS).unref()
  })
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket)
    if (connection) connection.latest = { request, response }
  })
  server.on('close', () => clearTimeout(sweep))

  function cut(connection: Connection): void {
    connections.delete(connection.socket)
    connection.socket.destroy()
  }

  /** Sockets are listed in the order in which they came. */
  function cutOneOfTheHeaviest(): void {
    const [heaviest = []] = [...byVisitor([...connections.values()]).values()].sort((a, b) => b.length - a.length)
    const victim = heaviest.find(isWaiting) ?? heaviest[0]
    if (victim) cut(victim)
  }

  function cutSurplus(): void {
    sweep = undefined
    const counted = [...connections.values()].filter(({ isSpared }) => !isSpared)
    const graceUntil = performance.now() - GRACE_MS
    let isMore = false
    for (const ofOne of byVisitor(counted).values()) {
      const surplus = ofOne.length - perAddress
      if (surplus <= 0) continue
      isMore = true
      const waiting = ofOne.filter((connection) => connection.since <= graceUntil && isWaiting(connection))
      for (const connection of waiting.slice(0, surplus)) cut(connection)
    }
    if (isMore) sweep = setTimeout(cutSurplus, GRACE_MS).unref()
  }

  return {
    spare(socket) {
      const connection = connections.get(socket)
      if (connection) connection.isSpared = true
    },
  }
}

/** Nothing is asked over it now, or not completely yet. */
function isWaiting({ latest }: Connection): boolean {
  return latest === null || latest.response.writableFinished || !latest.request.complete
}

function byVisitor(connections: Connection[]): Map<string, Connection[]> {
  return Map.groupBy(connections, ({ visitor }) => visitor)
}
