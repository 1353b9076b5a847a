import pg from 'pg'
import type { ClientRequest, ExtendedRequest } from './client-requests.ts'
import { int16, int32, message, PARSED, type Reply, readReply } from './server-replies.ts'

/** A connection to PostgreSQL that passes on the requests of simulated clients unchanged. */
export interface Backend {
  readonly pid: number
  /** Sends a statement as the client wrote it; `sql` is its text. */
  pass(request: ClientRequest, sql: string): Promise<Reply>
  /** Sends a statement of the simulation's own. */
  query(sql: string): Promise<Reply>
  close(): Promise<void>
}

/** A repeated statement is prepared under a name of our own: many clients share the connections. */
export type PreparedNames = (sql: string) => string

const DESCRIBE = message('D', Buffer.from('P'), '')
const EXECUTE = message('E', '', int32(0))
const SYNC = message('S')
const READY = 0x5a // Z

/** Connects, and sends `settings` first. */
export async function connectBackend(url: string, settings: string, nameOf: PreparedNames): Promise<Backend> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  await client.query(settings)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { stream } = (client as pg.Client & Pick<pg.PoolClient, 'connection'>).connection
  const waiting: ((reply: Reply) => void)[] = []
  const prepared = new Set<string>()
  let unread: Buffer = Buffer.alloc(0)
  // From here on pg does not read the socket: what arrives is passed on unchanged.
  stream.removeAllListeners('data')
  stream.on('data', (bytes: Buffer) => {
    unread = unread.length > 0 ? Buffer.concat([unread, bytes]) : bytes
    let from = 0
    for (let at = 0; at + 5 <= unread.length; ) {
      const end = at + 1 + unread.readInt32BE(at + 1)
      if (end > unread.length) break
      if (unread[at] === READY) {
        waiting.shift()?.(readReply(unread.subarray(from, end)))
        from = end
      }
      at = end
    }
    unread = unread.subarray(from)
  })

  function send(bytes: Buffer): Promise<Reply> {
    return new Promise((resolve) => {
      waiting.push(resolve)
      // A begin and what follows it are one write.
      if (!stream.writableCorked) {
        stream.cork()
        process.nextTick(() => stream.uncork())
      }
      stream.write(bytes)
    })
  }

  async function passExtended({ parse, bind }: ExtendedRequest, sql: string): Promise<Reply> {
    if (!bind) throw new Error(`Nothing is bound to ${sql}`)
    const name = nameOf(sql)
    const isNew = name === '' || !prepared.has(name)
    const bytes = [message('B', '', name, bind.rest), DESCRIBE, EXECUTE, SYNC]
    if (isNew) bytes.unshift(message('P', name, sql, int16(0)))
    const reply = await send(Buffer.concat(bytes))
    const isParsed = isNew && reply.bytes.subarray(0, PARSED.length).equals(PARSED)
    if (isParsed) prepared.add(name)
    const answer = isParsed ? reply.bytes.subarray(PARSED.length) : reply.bytes
    // The client sees the answers to its own Parse messages only.
    const isNotified = parse !== null && (isParsed || !isNew)
    return { ...reply, bytes: isNotified ? Buffer.concat([PARSED, answer]) : answer }
  }

  return {
    pid: rows[0]?.pid ?? 0,
    pass: (request, sql) => (request.kind === 'extended' ? passExtended(request, sql) : send(message('Q', sql))),
    query: (sql) => send(message('Q', sql)),
    close: () => client.end(),
  }
}
