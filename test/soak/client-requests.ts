/**
 * What a client asks of PostgreSQL, as its driver writes it on the wire (protocol 3.0): each statement by itself, however many
 * travel together.
 */
export type ClientRequest =
  | { kind: 'startup'; settings: ReadonlyMap<string, string> }
  | { kind: 'simple'; sql: string }
  | ExtendedRequest
  | { kind: 'terminate' }

/** A statement with parameters, or one that is known by a name: everything up to its Sync. */
export interface ExtendedRequest {
  kind: 'extended'
  parse: { name: string; sql: string } | null
  bind: Bind | null
}

export interface Bind {
  /** The name of the statement; empty for the one that was just parsed. */
  statement: string
  /** What follows the name in the message: the parameters, and how they and the answer are written. */
  rest: Buffer
}

const INT = 4
const TYPE = 1

/** Reads what a client writes, however it is cut into pieces. Returns what is complete. */
export function clientRequestReader(): (bytes: Buffer) => ClientRequest[] {
  let unread: Buffer = Buffer.alloc(0)
  let isStarted = false
  let extended: ExtendedRequest = { kind: 'extended', parse: null, bind: null }

  function message(type: string, body: Buffer): ClientRequest | null {
    switch (type) {
      case 'Q':
        return { kind: 'simple', sql: textAt(body, 0) }
      case 'P': {
        const name = textAt(body, 0)
        extended.parse = { name, sql: textAt(body, Buffer.byteLength(name) + 1) }
        return null
      }
      case 'B': {
        const portal = textAt(body, 0)
        const statement = textAt(body, Buffer.byteLength(portal) + 1)
        const rest = body.subarray(Buffer.byteLength(portal) + Buffer.byteLength(statement) + 2)
        extended.bind = { statement, rest }
        return null
      }
      case 'S': {
        const request = extended
        extended = { kind: 'extended', parse: null, bind: null }
        return request
      }
      case 'X':
        return { kind: 'terminate' }
      case 'D':
      case 'E':
      case 'C':
        return null // always the same: describe, execute, or close what could not be bound
      default:
        throw new Error(`A client wrote the message ${type}, which nobody here reads`)
    }
  }

  return (bytes) => {
    unread = unread.length > 0 ? Buffer.concat([unread, bytes]) : bytes
    const requests: ClientRequest[] = []
    for (;;) {
      const typeLength = isStarted ? TYPE : 0
      if (unread.length < typeLength + INT) break
      const length = typeLength + unread.readInt32BE(typeLength)
      if (unread.length < length) break
      const body = unread.subarray(typeLength + INT, length)
      const request = isStarted ? message(unread.toString('latin1', 0, TYPE), body) : startup(body)
      isStarted = true
      unread = unread.subarray(length)
      if (request) requests.push(request)
    }
    return requests
  }
}

function startup(body: Buffer): ClientRequest {
  const words = body.toString('utf8', INT).split('\0')
  const settings = new Map<string, string>()
  for (let index = 0; index + 1 < words.length; index += 2) settings.set(words[index] ?? '', words[index + 1] ?? '')
  return { kind: 'startup', settings }
}

/** The parameters of a statement, all of them written as text. */
export function parametersOf({ rest }: Bind): (string | null)[] {
  let at = 2 + 2 * rest.readInt16BE(0)
  const count = rest.readInt16BE(at)
  at += 2
  return Array.from({ length: count }, () => {
    const length = rest.readInt32BE(at)
    at += INT
    if (length < 0) return null
    at += length
    return rest.toString('utf8', at - length, at)
  })
}

function textAt(body: Buffer, at: number): string {
  return body.toString('utf8', at, body.indexOf(0, at))
}
