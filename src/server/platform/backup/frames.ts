/** So many bytes say how long a frame is. A frame of none ends a table. */
const LENGTH_BYTES = 4

/** The rows of several tables as one stream, from which they can be separated again. */
export async function* framed(tables: AsyncIterable<AsyncIterable<Buffer>>): AsyncIterable<Buffer> {
  for await (const rows of tables) {
    for await (const chunk of rows) {
      if (chunk.length === 0) continue
      yield lengthOf(chunk.length)
      yield chunk
    }
    yield lengthOf(0)
  }
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(LENGTH_BYTES)
  length.writeUInt32BE(bytes)
  return length
}

/** Takes such a stream apart, without ever holding more of it than what arrived at once. */
export function frameReader(source: AsyncIterable<Buffer>): { next(): AsyncIterable<Buffer> } {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  async function upTo(bytes: number): Promise<Buffer> {
    while (held.length === 0) {
      const { done, value } = await chunks.next()
      if (done) throw new Error('The backup ends in the middle of a table.')
      held = value
    }
    const taken = held.subarray(0, bytes)
    held = held.subarray(taken.length)
    return taken
  }

  async function length(): Promise<number> {
    const bytes: Buffer[] = []
    for (let missing = LENGTH_BYTES; missing > 0; ) {
      const some = await upTo(missing)
      bytes.push(some)
      missing -= some.length
    }
    return Buffer.concat(bytes).readUInt32BE()
  }

  return {
    async *next() {
      for (let left = await length(); left > 0; left = await length()) {
        while (left > 0) {
          const some = await upTo(left)
          left -= some.length
          yield some
        }
      }
    },
  }
}
