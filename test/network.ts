import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A network to a database, which can fail as networks do: packets are lost, silently. */
export interface Network {
  /** The database's address by way of it. */
  readonly url: string
  /** The connections there are carry nothing any more, for good; new ones do. */
  loseConnections(): void
  /** Nothing comes through: new connections are taken and stay silent too, as if the database stood still. */
  freeze(): void
  /** What was held up comes through, and everything from then on. */
  thaw(): void
  /** Ends the connections as a pooler does whose server failed: with two fatal errors, one after the other. */
  failTwice(): void
  close(): void
}

export async function aNetworkTo(url: string): Promise<Network> {
  const database = new URL(url)
  const pairs = new Set<{ near: Socket; far: Socket | null; isLost: boolean }>()
  let isFrozen = false
  const join = (pair: { near: Socket; far: Socket | null; isLost: boolean }): void => {
    if (pair.isLost) return
    pair.far ??= listened(connect(Number(database.port), database.hostname))
    const { near, far } = pair
    near.pipe(far).pipe(near)
    near.once('close', () => far.destroy())
    far.once('close', () => near.destroy())
  }
  const part = ({ near, far }: { near: Socket; far: Socket | null }): void => {
    for (const socket of [near, far]) socket?.unpipe().pause()
  }
  const listened = (socket: Socket): Socket => socket.on('error', () => {})
  const server = createServer((near) => {
    const pair = { near: listened(near), far: null, isLost: false }
    pairs.add(pair)
    near.once('close', () => pairs.delete(pair))
    if (isFrozen) near.pause()
    else join(pair)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('No port was given')
  const through = new URL(url)
  through.port = String(address.port)
  // The socket would be a way around it.
  through.searchParams.delete('host')
  return {
    url: through.href,
    loseConnections() {
      for (const pair of pairs) {
        pair.isLost = true
        part(pair)
      }
    },
    failTwice() {
      for (const pair of pairs) {
        part(pair)
        const first = fatalError('57P01', 'terminating connection due to administrator command')
        pair.near.end(Buffer.concat([first, fatalError('08P01', 'server conn crashed?')]))
      }
    },
    freeze() {
      isFrozen = true
      for (const pair of pairs) part(pair)
    },
    thaw() {
      // Joined twice, a pair would carry everything twice.
      if (!isFrozen) return
      isFrozen = false
      for (const pair of pairs) join(pair)
    },
    close() {
      for (const { near, far } of pairs) for (const socket of [near, far]) socket?.destroy()
      server.close()
    },
  }
}

/** PostgreSQL's ErrorResponse. */
function fatalError(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
