/** A server's answer to one request, in its wire format. */
export interface Reply {
  bytes: Buffer
  /** Such as COMMIT or UPDATE 2; null for other replies. */
  tag: string | null
  isError: boolean
}

/** As a server says after each answer: outside of a transaction, in one, or in one that has failed. */
export type TransactionState = 'I' | 'T' | 'E'

/** A message of the protocol: type, length, body. */
export function message(type: string, ...parts: readonly (string | Buffer)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)))
  const head = Buffer.alloc(5)
  head.write(type, 'latin1')
  head.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([head, body])
}

export function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}

const ready = (state: TransactionState) => message('Z', Buffer.from(state))
export const PARSED = message('1')
const BOUND = message('2')
const NO_ROWS = message('n')

/** Answers a statement without rows. `isExtended`: with the further messages of the extended protocol. */
export function doneReply(tag: string, state: TransactionState, isExtended = false): Reply {
  const before = isExtended ? [BOUND, NO_ROWS] : []
  return { bytes: Buffer.concat([...before, message('C', tag), ready(state)]), tag, isError: false }
}

const TIMESTAMPTZ = 1184

/** Answers a query for one instant in the simple protocol. */
export function instantReply(column: string, instant: Date): Reply {
  const text = Buffer.from(instant.toISOString().replace('T', ' ').replace('Z', '+00'))
  const field = [column, int32(0), int16(0), int32(TIMESTAMPTZ), int16(8), int32(-1), int16(0)]
  const row = [int16(1), int32(text.length), text]
  const tag = 'SELECT 1'
  const bytes = [message('T', int16(1), ...field), message('D', ...row), message('C', tag), ready('I')]
  return { bytes: Buffer.concat(bytes), tag, isError: false }
}

export interface ServerError {
  code: string
  text: string
}

export function errorReply(error: ServerError, state: TransactionState): Reply {
  return { bytes: Buffer.concat([errorMessage('ERROR', error), ready(state)]), tag: null, isError: true }
}

/** The error before a server closes a connection. */
export const fatalError = (error: ServerError): Buffer => errorMessage('FATAL', error)

function errorMessage(severity: string, { code, text }: ServerError): Buffer {
  const fields = { S: severity, V: severity, C: code, M: text }
  const parts = Object.entries(fields).flatMap(([field, value]) => [Buffer.from(field), value])
  return message('E', ...parts, Buffer.from([0]))
}

/** Answers the first message of a connection: every client is let in. */
export function welcome(pid: number): Buffer {
  return Buffer.concat([message('R', int32(0)), message('K', int32(pid), int32(0)), ready('I')])
}

/** Reads an answer of a real server; `bytes` ends with its ReadyForQuery. */
export function readReply(bytes: Buffer): Reply {
  let tag: string | null = null
  let isError = false
  for (let at = 0; at < bytes.length; at += 1 + bytes.readInt32BE(at + 1)) {
    const type = bytes[at]
    if (type === 0x43) tag = bytes.toString('utf8', at + 5, at + bytes.readInt32BE(at + 1)) // C, without the final zero
    if (type === 0x45) isError = true // E
  }
  return { bytes, tag, isError }
}
